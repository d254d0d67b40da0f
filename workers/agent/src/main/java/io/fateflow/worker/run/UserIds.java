package io.fateflow.worker.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Numbers of users that nobody else on this machine has.
 *
 * @param first above those of people and services
 * @param last inclusive
 */
public record UserIds(int first, int last) {

    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})-(\\d{1,9})");

    /** Below are users of the system, and people. */
    private static final int LEAST = 10_000;

    public UserIds {
        if (first < LEAST || last < first) {
            throw new IllegalArgumentException(
                    "user ids are a range from %d on, such as 200000-200031, not %d-%d".formatted(LEAST, first, last));
        }
    }

    /** @param text such as {@code 200000-200031} */
    public static UserIds parse(String text) {
        Matcher range = RANGE.matcher(text.strip());
        if (!range.matches()) {
            throw new IllegalArgumentException("user ids are a range such as 200000-200031, not " + text);
        }
        return new UserIds(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
    }

    public int size() {
        return last - first + 1;
    }

    IntStream all() {
        return IntStream.rangeClosed(first, last);
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
