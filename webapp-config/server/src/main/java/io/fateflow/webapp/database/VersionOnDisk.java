package io.fateflow.webapp.database;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

import org.h2.mvstore.MVStore;
import org.h2.mvstore.RandomAccessStore;
import org.jspecify.annotations.Nullable;

import static java.lang.invoke.MethodType.methodType;

/**
 * The version of an embedded database that a power failure leaves. H2 goes back to one of which the disk has every chunk. It waits before
 * it writes over a chunk, but from when that was written: what has been there for long it overwrites some commits after the last byte in it
 * is waste, of which the disk may know nothing. So the last version that the disk was asked to write is in use here, as by a reader, until it
 * has written a later one; and {@link HeaderCopy} says where it is.
 */
final class VersionOnDisk {

    private static final MethodHandle WRITE_HEADER;

    static {
        try {
            Lookup lookup = MethodHandles.privateLookupIn(RandomAccessStore.class, MethodHandles.lookup());
            WRITE_HEADER = lookup.findVirtual(RandomAccessStore.class, "writeStoreHeader", methodType(void.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MVStore store;
    private final HeaderCopy copy;
    private MVStore.@Nullable TxCounter held;

    VersionOnDisk(MVStore store) {
        this.store = store;
        this.copy = new HeaderCopy(store.getFileStore().getFileName());
    }

    MVStore store() {
        return store;
    }

    /** Returns when the disk has all that was committed before. */
    void sync() throws IOException {
        AtomicReference<@Nullable Written> last = new AtomicReference<>();
        store.executeFilestoreOperation(() -> last.set(written()));
        Written written = last.get();
        if (written != null) {
            try {
                store.sync();
                copy.save(written.header);
            } catch (IOException | RuntimeException failure) {
                store.deregisterVersionUsage(written.version);
                throw failure;
            }
            store.deregisterVersionUsage(held);
            held = written.version;
        }
    }

    private record Written(MVStore.TxCounter version, ByteBuffer header) {}

    /** Between commits, as a version is counted before it is written. @return null if nothing was committed */
    private @Nullable Written written() {
        MVStore.TxCounter version = store.registerVersionUsage();
        if (held != null && held.version == version.version) {
            store.deregisterVersionUsage(version);
            return null;
        }
        writeHeader();
        return new Written(version, store.getFileStore().readFully(null, 0, HeaderCopy.BLOCK));
    }

    /**
     * Says in the file's first block which chunk is the newest. H2 does so every twenty commits, and finds those after it by the place where
     * each expects the next, which is overwritten, perhaps: it would go back to one before what the disk was asked to write.
     */
    private void writeHeader() {
        try {
            WRITE_HEADER.invoke((RandomAccessStore) store.getFileStore());
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** When the database is about to close, which writes it to the disk. */
    void release() {
        store.deregisterVersionUsage(held);
        held = null;
    }
}
