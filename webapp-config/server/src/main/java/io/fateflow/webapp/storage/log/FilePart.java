package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A file of this machine that has a part of a log.
 *
 * @param name the log's, below the folder that was asked for
 * @param ordinal {@link #GROWING}, or that of a part which nobody writes any more
 * @param modified epoch milliseconds
 * @param key by which the system knows the file, whatever its name is
 */
record FilePart(
        String name,
        String ordinal,
        Path file,
        long size,
        long modified,
        @Nullable Object key) {

    /** Behind all ordinals. */
    static final String GROWING = "~";

    /** When it was taken, in milliseconds, and something that no other has. */
    static final String ORDINAL = "\\d{15}-[0-9a-f]{8}";

    private static final Pattern MOVING = Pattern.compile("(.+)~(" + ORDINAL + ")");

    static FilePart of(Path folder, Path file, BasicFileAttributes now) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        Matcher moving = MOVING.matcher(name);
        boolean isMoving = moving.matches();
        return new FilePart(
                isMoving ? moving.group(1) : name,
                isMoving ? moving.group(2) : GROWING,
                file,
                now.size(),
                now.lastModifiedTime().toMillis(),
                now.fileKey());
    }

    /** By which the system knows what is in this place; null if there is nothing. */
    static @Nullable Object keyOf(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Whether it is not on its way meanwhile; what is, has the same ordinal everywhere. */
    boolean isInPlace() throws IOException {
        return !isGrowing() || Objects.equals(key, keyOf(file));
    }

    static String newOrdinal(long millis) {
        return "%015d-%s".formatted(millis, UUID.randomUUID().toString().substring(0, 8));
    }

    static boolean isMovingPartOf(String name, String file) {
        return file.length() > name.length() && file.startsWith(name) && isMoving(file, name);
    }

    private static boolean isMoving(String file, String name) {
        Matcher moving = MOVING.matcher(file);
        return moving.matches() && moving.group(1).equals(name);
    }

    static String ordinalOf(Path file) {
        Matcher moving = MOVING.matcher(String.valueOf(file.getFileName()));
        return moving.matches() ? moving.group(2) : GROWING;
    }

    boolean isGrowing() {
        return ordinal.equals(GROWING);
    }

    /** What it is called while it is on its way. */
    Path asMoving(String newOrdinal) {
        return file.resolveSibling(file.getFileName() + "~" + newOrdinal);
    }
}
