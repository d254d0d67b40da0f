package io.fateflow.webapp.database;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.h2.mvstore.Chunk;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.jspecify.annotations.Nullable;

import static java.lang.invoke.MethodType.methodType;
import static java.util.Comparator.comparingDouble;
import static java.util.Objects.requireNonNull;

/**
 * The chunks of an embedded database's file, as H2's own housekeeping sees them. {@code MVStore.compact}, which anybody may call,
 * moves chunks by their age whatever is in them: after some minutes of load old ones that are full go first, which gives back nothing.
 * Housekeeping goes by what is in them, but only for databases that write commits late; so this calls what it calls.
 */
final class FileChunks {

    /** Percent. A chunk with less in use is sparse. */
    static final int SPARSE = 50;

    /** Bytes that move with whatever moves, up to the roots of the trees; so much at least of a chunk. */
    private static final int PARENTS = 8 << 10;

    /** What makes as many chunks a second as are moved makes no more than this many times them. */
    private static final int PART = 16;

    private static final MethodHandle CHUNKS;
    private static final MethodHandle MAY_MOVE;
    private static final MethodHandle REWRITE;
    private static final MethodHandle REWRITE_LOCK;
    private static final MethodHandle REWRITE_PAGE;
    private static final MethodHandle UNDER_LOCK;

    static {
        try {
            Lookup lookup = MethodHandles.privateLookupIn(FileStore.class, MethodHandles.lookup());
            CHUNKS = lookup.findGetter(FileStore.class, "chunks", ConcurrentHashMap.class);
            MAY_MOVE = MethodHandles.privateLookupIn(Chunk.class, MethodHandles.lookup())
                    .findVirtual(Chunk.class, "isRewritable", methodType(boolean.class));
            REWRITE = lookup.findVirtual(FileStore.class, "compactRewrite", methodType(int.class, Set.class));
            REWRITE_LOCK = lookup.findGetter(FileStore.class, "serializationLock", ReentrantLock.class);
            REWRITE_PAGE = lookup.findVirtual(MVMap.class, "rewritePage", methodType(boolean.class, long.class));
            UNDER_LOCK = lookup.findVirtual(
                    MVStore.class, "tryExecuteUnderStoreLock", methodType(Object.class, Callable.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MVStore store;
    private final Duration age;
    private final Map<Integer, Chunk<?>> chunks;
    private final Lock rewriting;

    /** @param age of old chunks: what is in younger ones may soon be waste by itself */
    @SuppressWarnings("unchecked")
    FileChunks(MVStore store, Duration age) {
        this.store = store;
        this.age = age;
        this.chunks = (Map<Integer, Chunk<?>>) requireNonNull(invoke(CHUNKS, store.getFileStore()));
        this.rewriting = (Lock) requireNonNull(invoke(REWRITE_LOCK, store.getFileStore()));
    }

    /** Of the bytes in old chunks, those that are in use. A chunk with nothing in it goes by itself. */
    int percentInUse() {
        long bytes = 1;
        long inUse = 1;
        for (Chunk<?> chunk : chunks.values()) {
            if (chunk.maxLenLive > 0 && isOld(chunk)) {
                bytes += chunk.maxLen;
                inUse += chunk.maxLenLive;
            }
        }
        return (int) (100 * inUse / bytes);
    }

    /** Whether it is old and has little in use. */
    boolean isSparse(int id) {
        Chunk<?> chunk = chunks.get(id);
        return chunk != null && 100 * chunk.maxLenLive < SPARSE * chunk.maxLen && isOld(chunk);
    }

    private boolean isOld(Chunk<?> chunk) {
        long now = store.getTimeAbsolute() - store.getFileStore().getCreationTime();
        return now - chunk.time >= age.toMillis()
                // H2: the last one, too, would be moved over and over
                && chunk.version < store.getCurrentVersion() - 1;
    }

    /** Does something while nobody else can commit. @return null if somebody commits just now */
    @SuppressWarnings("unchecked")
    <T> @Nullable T betweenCommits(Callable<T> something) {
        return (T) invoke(UNDER_LOCK, store, something);
    }

    /**
     * Moves what is left of old chunks, those first that give the most room for what moves. H2 has an order of its own, by age in commits: with
     * a hundred a second all are alike to it after a minute, and it takes those with the fewest bytes, which are small and young, and soon
     * waste by themselves. Of a busy site's four gigabytes 1.4 were large old chunks with 22 MB in them, for good.
     *
     * @param percentInUse of those that are moved, at most
     * @param bytes so many it moves, or few more; a part of all that is to move ({@link #PART}) where that is more: with no more than this
     *     they became more each second as soon as a site was busier than whoever thought of a number
     * @param bytesAtOnce nobody can commit while these are moved
     */
    void moveChunks(int percentInUse, long bytes, long bytesAtOnce) {
        List<OldChunk> toMove = chunks.values().stream()
                .filter(chunk -> 100 * chunk.maxLenLive <= percentInUse * chunk.maxLen)
                .filter(this::isOld)
                .filter(FileChunks::mayMove)
                .map(OldChunk::of)
                .sorted(comparingDouble(OldChunk::gain).reversed())
                .toList();
        long most = Math.max(bytes, toMove.stream().mapToLong(OldChunk::moving).sum() / PART);
        Iterator<OldChunk> next = toMove.iterator();
        for (long moved = 0; moved < most && next.hasNext(); ) {
            Set<Integer> some = new HashSet<>();
            long moving = 0;
            while (moving < bytesAtOnce && next.hasNext()) {
                OldChunk chunk = next.next();
                some.add(chunk.id);
                moving += chunk.moving;
            }
            betweenCommits(() -> move(some));
            moved += moving;
            store.tryCommit();
        }
    }

    /**
     * What has nothing in it goes by itself. What transactions may have to undo must not move: they write it without a lock. One whose
     * log was moved while it wrote lost an entry, and its commit a row: of two parties' tasks that it ended one went on running, for good.
     */
    private static boolean mayMove(Chunk<?> chunk) {
        return requireNonNull((Boolean) invoke(MAY_MOVE, chunk));
    }

    /** As it was a moment ago: what is in use changes with every commit. */
    private record OldChunk(int id, long moving, double gain) {

        static OldChunk of(Chunk<?> chunk) {
            long moving = chunk.maxLenLive + PARENTS;
            return new OldChunk(chunk.id, moving, (double) (chunk.maxLen - chunk.maxLenLive) / moving);
        }
    }

    private Set<Integer> move(Set<Integer> some) {
        MVStore.TxCounter version = store.registerVersionUsage();
        rewriting.lock();
        try {
            invoke(REWRITE, store.getFileStore(), some);
            return some;
        } finally {
            rewriting.unlock();
            store.deregisterVersionUsage(version);
        }
    }

    /** Moves a leaf, unless it was changed meanwhile: then it is elsewhere already. */
    void move(MVMap<?, ?> tree, long position) {
        invoke(REWRITE_PAGE, tree, position);
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
