package io.fateflow.webapp.onejar;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipException;

/** The central directory of a zip file, which may be a part of another file. APPNOTE.TXT 4.3.12, 4.3.16. */
final class ZipDirectory {

    private static final int END = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int LONGEST_COMMENT = 0xffff;
    private static final int HEADER = 0x02014b50;
    private static final int HEADER_BYTES = 46;
    private static final int LOCAL_HEADER_BYTES = 30;
    private static final int DEFLATED = 8;

    /** Stands where a number has no room, and is in another record: no jar of ours is that large. */
    private static final int ELSEWHERE = 0xffff;

    private final long start;
    private final int count;
    private final byte[] parent;
    private ByteBuffer headers;

    private ZipDirectory(long start, int count, byte[] parent, ByteBuffer headers) {
        this.start = start;
        this.count = count;
        this.parent = parent;
        this.headers = headers;
    }

    /** Is told of an entry: where its local header is, its bytes in the file, and its bytes. */
    @FunctionalInterface
    interface Visitor {
        void visit(Name name, int header, int packed, int size, boolean deflated) throws IOException;
    }

    /**
     * Reads it.
     *
     * @param from where the zip file begins
     * @param to where it ends
     * @throws ZipException if it is none, or a larger one than a jar is
     */
    static ZipDirectory of(RandomAccessFile file, long from, long to) throws IOException {
        ByteBuffer tail = bytes(file, Math.max(from, to - END_BYTES), to);
        int end = tail.capacity() == END_BYTES && tail.getInt(0) == END ? 0 : -1;
        if (end < 0) {
            tail = bytes(file, Math.max(from, to - END_BYTES - LONGEST_COMMENT), to);
            end = tail.capacity() - END_BYTES;
            while (end >= 0 && tail.getInt(end) != END) {
                end--;
            }
        }
        if (end < 0) {
            throw new ZipException("no end of a central directory");
        }
        int count = Short.toUnsignedInt(tail.getShort(end + 10));
        long bytes = Integer.toUnsignedLong(tail.getInt(end + 12));
        long offset = Integer.toUnsignedLong(tail.getInt(end + 16));
        long directory = to - tail.capacity() + end - bytes;
        if (count == ELSEWHERE || directory - offset < from) {
            throw new ZipException("a zip file of another format");
        }
        return new ZipDirectory(directory - offset, count, new byte[0], bytes(file, directory, directory + bytes));
    }

    private static ByteBuffer bytes(RandomAccessFile file, long from, long to) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(to - from)];
        file.seek(from);
        file.readFully(bytes);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** What is in one of its directories, under the names that it has there. */
    ZipDirectory below(String directory) {
        return new ZipDirectory(start, count, directory.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** How many entries there are at most. */
    int count() {
        return count;
    }

    void forEach(Visitor visitor) throws IOException {
        int at = 0;
        for (int entry = 0; entry < count; entry++) {
            if (headers.getInt(at) != HEADER) {
                throw new ZipException("no header of an entry");
            }
            int name = Short.toUnsignedInt(headers.getShort(at + 28));
            int from = at + HEADER_BYTES;
            if (name > parent.length && startsWith(headers.array(), from, parent)) {
                visitor.visit(
                        new Name(headers.array(), from + parent.length, name - parent.length),
                        headers.getInt(at + 42),
                        headers.getInt(at + 20),
                        headers.getInt(at + 24),
                        headers.getShort(at + 10) == DEFLATED);
            }
            at += HEADER_BYTES
                    + name
                    + Short.toUnsignedInt(headers.getShort(at + 30))
                    + Short.toUnsignedInt(headers.getShort(at + 32));
        }
    }

    private static boolean startsWith(byte[] bytes, int from, byte[] beginning) {
        return Arrays.equals(bytes, from, from + beginning.length, beginning, 0, beginning.length);
    }

    /** Nobody asks for entries any more. */
    void forget() {
        headers = ByteBuffer.allocate(0);
    }

    /** Where an entry's bytes begin. */
    long begin(RandomAccessFile file, int header) throws IOException {
        long local = start + Integer.toUnsignedLong(header);
        ByteBuffer lengths = bytes(file, local, local + LOCAL_HEADER_BYTES);
        return local
                + LOCAL_HEADER_BYTES
                + Short.toUnsignedInt(lengths.getShort(26))
                + Short.toUnsignedInt(lengths.getShort(28));
    }

    /** A name of an entry, as it stands there. */
    static final class Name {

        private static final byte[] VERSIONS = "META-INF/versions/".getBytes(StandardCharsets.US_ASCII);

        private final byte[] bytes;
        private final int from;
        private final int to;
        private final int version;

        Name(byte[] bytes, int begin, int length) {
            this.bytes = bytes;
            this.to = begin + length;
            int at = begin;
            int number = 0;
            if (length > VERSIONS.length && startsWith(bytes, begin, VERSIONS)) {
                at = begin + VERSIONS.length;
                while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
                    number = number * 10 + bytes[at++] - '0';
                }
                at++;
            }
            boolean isVersioned = number > 0 && at < to;
            this.version = isVersioned ? number : 0;
            this.from = isVersioned ? at : begin;
        }

        /** From which version of Java on it counts, in a jar that has several; 0 if it always does. */
        int version() {
            return version;
        }

        /** Without the directory of its version. */
        String text() {
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }

        long hash() {
            return hash(bytes, from, to);
        }

        static long hash(byte[] bytes, int from, int to) {
            long hash = 0xcbf29ce484222325L;
            for (int index = from; index < to; index++) {
                hash = (hash ^ bytes[index]) * 0x100000001b3L;
            }
            return hash;
        }
    }
}
