package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStore.StoredObject;

/**
 * An object that has a part of a log. Its key says all that has to be known of it, so that a list of keys is enough to find a line.
 *
 * @param log the log's name below all logs
 * @param ordinal of the file that it was in
 * @param number which part of that file, from 0
 * @param size in bytes, before it was encrypted
 * @param lines how many end in it
 */
record StoredPart(String log, String ordinal, int number, long size, long lines) {

    /** As they are read. */
    static final Comparator<StoredPart> ORDER = Comparator.comparing(StoredPart::log)
            .thenComparing(StoredPart::ordinal)
            .thenComparingInt(StoredPart::number);

    /** What keys of all logs begin with. */
    static final String LOGS = "logs/";

    /** Stores take 1024 bytes. */
    private static final int LONGEST_KEY = 900;

    private static final Pattern KEY =
            Pattern.compile(Pattern.quote(LOGS) + "(.+)/(" + FilePart.ORDINAL + ")/(\\d{6})-(\\d{1,18})-(\\d{1,18})");

    /** Empty for an object that is something else. */
    static Optional<StoredPart> of(StoredObject object) {
        Matcher key = KEY.matcher(object.key());
        return key.matches()
                ? Optional.of(new StoredPart(
                        decoded(key.group(1)),
                        key.group(2),
                        Integer.parseInt(key.group(3)),
                        Long.parseLong(key.group(4)),
                        Long.parseLong(key.group(5))))
                : Optional.empty();
    }

    /** All parts below a folder, or of a log, in their order. */
    static SortedMap<StoredPart, StoredObject> below(ObjectStore objects, String path) throws IOException {
        SortedMap<StoredPart, StoredObject> stored = new TreeMap<>(ORDER);
        objects.visit(prefix(path), object -> of(object).ifPresent(part -> stored.put(part, object)));
        return stored;
    }

    /** What keys of a log, or of all logs of a folder, begin with. */
    static String prefix(String path) {
        return LOGS + encoded(path) + "/";
    }

    /** Whether a store has room for such a name; without, a log stays where it is. */
    static boolean canBe(String log) {
        return prefix(log).length() <= LONGEST_KEY;
    }

    /** The job whose log it is, of a key below {@link #LOGS}. */
    static String jobOf(String key) {
        String path = key.substring(LOGS.length());
        int end = path.indexOf('/');
        return end < 0 ? path : path.substring(0, end);
    }

    String key() {
        return "%s%s/%06d-%d-%d".formatted(prefix(log), ordinal, number, size, lines);
    }

    /** Names have letters of all scripts, and keys are seen by tools that know fewer. */
    private static String encoded(String path) {
        return Stream.of(path.split("/"))
                .map(step -> URLEncoder.encode(step, StandardCharsets.UTF_8))
                .collect(Collectors.joining("/"));
    }

    private static String decoded(String path) {
        return Stream.of(path.split("/"))
                .map(step -> URLDecoder.decode(step, StandardCharsets.UTF_8))
                .collect(Collectors.joining("/"));
    }
}
