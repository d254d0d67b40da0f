package io.fateflow.webapp.database;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.Page;
import org.jspecify.annotations.Nullable;

/**
 * Goes round all trees of an embedded database's file, from parent to parent of leaves, and moves leaves below one together if many
 * of them are in sparse chunks. A leaf that is moved takes a new parent with it, and that one its own, up to the root: for leaves that
 * lie in one chunk by chance, as H2's own housekeeping moves them, this is twice to three times what they are themselves, and waste as
 * soon as the next ones move. With 100,000 jobs stored and four more each second that made as much waste as it took away, for a sixth of a
 * core, and the file grew by a megabyte a second without end. Neighbours share their parents.
 */
final class LeafSweep {

    /** In a look; each takes some ten microseconds, more if it has to be read. */
    private static final int MOST_PARENTS = 1_000;

    /** H2's name for what transactions may have to undo: it goes with them. */
    private static final String UNDO = "undoLog";

    private final MVStore store;
    private final FileChunks chunks;
    private final Deque<Integer> trees = new ArrayDeque<>();
    private @Nullable Place<?, ?> next;
    private int parentsLeft;

    LeafSweep(MVStore store, FileChunks chunks) {
        this.store = store;
        this.chunks = chunks;
    }

    /** That it goes round in. */
    MVStore store() {
        return store;
    }

    /** Where it goes on in a tree; null is the tree's beginning. */
    private record Place<K, V>(MVMap<K, V> tree, @Nullable K from) {}

    /**
     * Goes on from where it was.
     *
     * @param bytes so many it moves, or few more
     * @param bytesAtOnce nobody can commit while these are moved
     * @param percent of the leaves below a parent that are in sparse chunks, at least, if they are to move
     */
    void look(long bytes, long bytesAtOnce, int percent) {
        parentsLeft = MOST_PARENTS;
        for (long moved = 0; moved < bytes && parentsLeft > 0; ) {
            Long now = chunks.betweenCommits(() -> move(bytesAtOnce, percent));
            // somebody commits: nobody is to wait for this
            moved += now == null ? bytesAtOnce : now;
            store.tryCommit();
        }
    }

    private long move(long bytes, int percent) {
        long moved = 0;
        for (; moved < bytes && parentsLeft > 0; parentsLeft--) {
            Place<?, ?> place = next == null ? nextTree() : next;
            if (place != null) {
                moved += move(place, percent);
            }
        }
        return moved;
    }

    private @Nullable Place<?, ?> nextTree() {
        if (trees.isEmpty()) {
            MVMap<String, String> ids = store.getMetaMap();
            for (String name : store.getMapNames()) {
                String id = ids.get(DataUtils.META_NAME + name);
                // dropped just now, or gone with its transaction
                if (id != null && !name.startsWith(UNDO)) {
                    trees.add(DataUtils.parseHexInt(id));
                }
            }
        }
        Integer id = trees.poll();
        MVMap<?, ?> tree = id == null ? null : store.getMap(id);
        return tree == null || tree.isClosed() ? null : new Place<>(tree, null);
    }

    /** The leaves below the first parent there. A tree that is no more than one leaf has none. */
    private <K, V> long move(Place<K, V> place, int percent) {
        next = null;
        Page<K, V> page = place.tree().getRootPage();
        K behind = null;
        while (!page.isLeaf()) {
            int first = child(page, place);
            int end = first;
            while (end <= page.getKeyCount() && isLeaf(page, end)) {
                end++;
            }
            int following = Math.max(end, first + 1);
            if (following <= page.getKeyCount()) {
                behind = page.getKey(following - 1);
            }
            if (end > first) {
                next = behind == null ? null : new Place<>(place.tree(), behind);
                return move(place.tree(), page, first, end, percent);
            }
            page = page.getChildPage(first);
        }
        return 0;
    }

    private static <K, V> int child(Page<K, V> page, Place<K, V> place) {
        int child = 0;
        K from = place.from();
        while (from != null
                && child < page.getKeyCount()
                && place.tree().getKeyType().compare(page.getKey(child), from) <= 0) {
            child++;
        }
        return child;
    }

    private static boolean isLeaf(Page<?, ?> parent, int child) {
        long position = parent.getChildPagePos(child);
        return DataUtils.isPageSaved(position)
                ? DataUtils.isLeafPosition(position)
                : parent.getChildPage(child).isLeaf();
    }

    private long move(MVMap<?, ?> tree, Page<?, ?> parent, int first, int end, int percent) {
        List<Long> sparse = new ArrayList<>();
        long bytes = 0;
        long sparseBytes = 0;
        for (int child = first; child < end; child++) {
            long position = parent.getChildPagePos(child);
            bytes += DataUtils.getPageMaxLength(position);
            if (DataUtils.isPageSaved(position) && chunks.isSparse(DataUtils.getPageChunkId(position))) {
                sparse.add(position);
                sparseBytes += DataUtils.getPageMaxLength(position);
            }
        }
        if (100 * sparseBytes < bytes * percent) {
            return 0;
        }
        sparse.forEach(position -> chunks.move(tree, position));
        return sparseBytes;
    }
}
