package io.fateflow.client;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody may have meant who has mistyped a name. */
final class NearestName {

    private static final int MOST_SLIPS = 3;

    private NearestName() {}

    /** The one of those known that takes the fewest slips, the first of equals; empty if all take too many. */
    static Optional<String> of(String typed, Collection<String> known) {
        return known.stream()
                .filter(name -> Math.abs(name.length() - typed.length()) <= MOST_SLIPS)
                .filter(name -> slips(typed, name) <= MOST_SLIPS)
                .min(Comparator.comparingInt(name -> slips(typed, name)));
    }

    /** Levenshtein's distance: characters to be put in, left out, or changed. */
    private static int slips(String one, String other) {
        int[] before = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] now = new int[other.length() + 1];
            now[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                now[j] = Math.min(Math.min(now[j - 1], before[j]) + 1, before[j - 1] + change);
            }
            before = now;
        }
        return before[other.length()];
    }
}
