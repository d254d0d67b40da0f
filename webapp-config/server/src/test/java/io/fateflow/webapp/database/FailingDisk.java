package io.fateflow.webapp.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePathWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Files of H2 ({@code disk:...}) on a disk that has what it was asked to write when it was last asked to, and of what was written since
 * then this and that: systems write pages in an order of their own.
 */
public final class FailingDisk extends FilePathWrapper {

    private static @Nullable Listener listener;

    /** For H2. */
    public FailingDisk() {}

    /** Hears of each write, before it is done. */
    @FunctionalInterface
    interface Listener {

        void written(Contents contents) throws IOException;
    }

    static void listen(@Nullable Listener to) {
        listener = to;
    }

    @Override
    public String getScheme() {
        return "disk";
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        return new WatchedFile(super.open(mode), new Contents(Path.of(getBase() + ".disk")));
    }

    /** What the disk has. */
    static final class Contents {

        private final Path surely;
        private final List<Change> perhaps = new ArrayList<>();

        /** @param surely what it has for sure is kept here */
        Contents(Path surely) throws IOException {
            this.surely = surely;
            Files.createFile(surely);
        }

        /** Null is the file's new end. */
        private record Change(long position, @Nullable ByteBuffer bytes) {}

        private static void apply(List<Change> changes, Path file) throws IOException {
            try (FileChannel to = FileChannel.open(file, StandardOpenOption.WRITE)) {
                for (Change change : changes) {
                    if (change.bytes == null) {
                        to.truncate(change.position);
                    } else {
                        to.write(change.bytes.duplicate(), change.position);
                    }
                }
            }
        }

        private void sync() throws IOException {
            apply(perhaps, surely);
            perhaps.clear();
        }

        /** The file as it is found when the power is back. */
        void copy(Path to, Random luck) throws IOException {
            Files.copy(surely, to);
            apply(perhaps.stream().filter(change -> luck.nextBoolean()).toList(), to);
        }
    }

    private static final class WatchedFile extends FileBaseDefault {

        private final FileChannel file;
        private final Contents contents;

        WatchedFile(FileChannel file, Contents contents) {
            this.file = file;
            this.contents = contents;
        }

        @Override
        public synchronized int write(ByteBuffer data, long position) throws IOException {
            ByteBuffer bytes =
                    ByteBuffer.allocate(data.remaining()).put(data.duplicate()).flip();
            contents.perhaps.add(new Contents.Change(position, bytes));
            if (listener != null) {
                listener.written(contents);
            }
            return file.write(data, position);
        }

        @Override
        protected void implTruncate(long size) throws IOException {
            contents.perhaps.add(new Contents.Change(size, null));
            file.truncate(size);
        }

        @Override
        public void force(boolean metaData) throws IOException {
            contents.sync();
        }

        @Override
        public synchronized int read(ByteBuffer to, long position) throws IOException {
            return file.read(to, position);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return file.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            file.close();
        }
    }
}
