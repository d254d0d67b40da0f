package io.fateflow.webapp.storage.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.UUID;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStore.StoredObject;
import io.fateflow.webapp.atrest.AtRest;

/**
 * Brings a file to the store that has a part of a log and that nobody writes any more, and removes it when all of it is there. What the store
 * has of it is how it begins: whoever goes on, after a crash or because it has grown all the same, goes on there.
 */
final class MovingFile {

    /** So much of a log is in memory while it is brought, and at most so much of it is read to find a line. */
    static final int LONGEST = 8 << 20;

    private final ObjectStore objects;
    private final AtRest atRest;
    private final Path temporary;

    /** @param temporary a directory for what is on its way; what a crash leaves there is somebody else's to remove */
    MovingFile(ObjectStore objects, AtRest atRest, Path temporary) {
        this.objects = objects;
        this.atRest = atRest;
        this.temporary = temporary;
    }

    /** @param log its name below all logs */
    void move(String log, String ordinal, Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            SortedMap<StoredPart, StoredObject> stored = StoredPart.below(objects, log + "/" + ordinal);
            long at = stored.keySet().stream().mapToLong(StoredPart::size).sum();
            int number = stored.size();
            while (at < channel.size()) {
                byte[] next = next(channel.position(at));
                store(new StoredPart(log, ordinal, number, next.length, lines(next)), next);
                at += next.length;
                number++;
            }
        }
        Files.delete(file);
    }

    /** Ends behind a line, if one ends in it and there is more. */
    private static byte[] next(FileChannel file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(LONGEST, file.size() - file.position()));
        while (buffer.hasRemaining() && file.read(buffer) >= 0) {
            // a channel may give less than there is
        }
        byte[] bytes = Arrays.copyOf(buffer.array(), buffer.position());
        if (bytes.length < LONGEST) {
            return bytes;
        }
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end == 0 ? bytes : Arrays.copyOf(bytes, end);
    }

    private static long lines(byte[] bytes) {
        long lines = 0;
        for (byte each : bytes) {
            lines += each == '\n' ? 1 : 0;
        }
        return lines;
    }

    private void store(StoredPart part, byte[] content) throws IOException {
        Files.createDirectories(temporary);
        Path whole = temporary.resolve(UUID.randomUUID() + ".log");
        try {
            if (atRest.isOn()) {
                atRest.encrypt(new ByteArrayInputStream(content), whole, ObjectPiece.kept(part));
            } else {
                Files.write(whole, content, StandardOpenOption.CREATE_NEW);
            }
            objects.upload(part.key(), whole);
        } finally {
            Files.deleteIfExists(whole);
        }
    }
}
