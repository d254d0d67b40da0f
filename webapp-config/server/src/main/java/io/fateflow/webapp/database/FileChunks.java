package io.fateflow.webapp.database;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.concurrent.Callable;

import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVStore;
import org.jspecify.annotations.Nullable;

import static java.lang.invoke.MethodType.methodType;
import static java.util.Objects.requireNonNull;

/**
 * The chunks of an embedded database's file, as H2's own housekeeping sees them. {@code MVStore.compact}, which anybody may call,
 * moves chunks by their age whatever is in them: after some minutes of load old ones that are full go first, which gives back nothing.
 * Housekeeping goes by what is in them, but only for databases that write commits late; so this calls what it calls.
 */
final class FileChunks {

    /** What came of a wish to move chunks. */
    enum Moved {
        SOME,
        /** Each one that should go first has more in it. */
        NONE,
        /** Somebody commits. */
        BUSY
    }

    private static final MethodHandle PERCENT;
    private static final MethodHandle REWRITE;
    private static final MethodHandle UNDER_LOCK;

    static {
        try {
            Lookup lookup = MethodHandles.privateLookupIn(FileStore.class, MethodHandles.lookup());
            PERCENT = lookup.findVirtual(FileStore.class, "getRewritableChunksFillRate", methodType(int.class));
            REWRITE = lookup.findVirtual(
                    FileStore.class, "rewriteChunks", methodType(boolean.class, int.class, int.class));
            UNDER_LOCK = lookup.findVirtual(
                    MVStore.class, "tryExecuteUnderStoreLock", methodType(Object.class, Callable.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MVStore store;

    FileChunks(MVStore store) {
        this.store = store;
    }

    /** Of the bytes in chunks that are old enough to go, and no longer full, those that are in use. */
    int percentInUse() {
        return (int) requireNonNull(invoke(PERCENT, store.getFileStore()));
    }

    /**
     * Moves what is left of chunks with no more than so much in use.
     *
     * @param bytes at most
     */
    Moved move(int percentInUse, int bytes) {
        // of one chunk H2 says up to 1 more than of all of them: where all are alike, none would have as little as all
        // have
        Callable<Object> rewrite = () -> invoke(REWRITE, store.getFileStore(), bytes, percentInUse + 1);
        @Nullable Object moved = invoke(UNDER_LOCK, store, rewrite);
        if (moved == null) {
            return Moved.BUSY;
        }
        return (boolean) moved ? Moved.SOME : Moved.NONE;
    }

    private static @Nullable Object invoke(MethodHandle method, Object... arguments) {
        try {
            return method.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
