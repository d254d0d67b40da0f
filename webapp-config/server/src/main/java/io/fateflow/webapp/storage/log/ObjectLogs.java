package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStore.StoredObject;
import io.fateflow.webapp.atrest.AtRest;

/**
 * Logs in an object store, and those of this machine that are not there yet. What is on this disk counts, whatever the store has of it: it is
 * there whole. A store that is away is said to be, also of a log that may have nothing there.
 */
public final class ObjectLogs implements SiteLogs {

    private final FolderLogs here;
    private final ObjectStore objects;
    private final AtRest atRest;

    public ObjectLogs(FolderLogs here, ObjectStore objects, AtRest atRest) {
        this.here = here;
        this.objects = objects;
        this.atRest = atRest;
    }

    /** This disk first: what leaves it in between is in the store by then, and would be counted twice. */
    @Override
    public List<LogFile> below(LogFolder folder) throws IOException {
        for (int tries = 0; tries < FolderLogs.MOST_TRIES; tries++) {
            List<FilePart> parts = here.parts(folder);
            SortedMap<StoredPart, StoredObject> stored = stored(folder.path());
            if (areInPlace(parts)) {
                return together(folder, parts, stored);
            }
        }
        throw FolderLogs.movedEachTime(folder.path());
    }

    private static boolean areInPlace(List<FilePart> parts) throws IOException {
        for (FilePart part : parts) {
            if (!part.isInPlace()) {
                return false;
            }
        }
        return true;
    }

    private static List<LogFile> together(
            LogFolder folder, List<FilePart> parts, SortedMap<StoredPart, StoredObject> stored) {
        TreeMap<String, LogFile> files = new TreeMap<>();
        Set<String> onDisk = new HashSet<>();
        for (FilePart part : parts) {
            files.merge(part.name(), new LogFile(part.name(), part.size(), part.modified()), LogFile::and);
            onDisk.add(part.name() + FilePart.GROWING + part.ordinal());
        }
        stored.forEach((part, object) -> {
            String name = part.log().substring(folder.path().length() + 1);
            if (!onDisk.contains(name + FilePart.GROWING + part.ordinal())) {
                long modified = object.modified().toEpochMilli();
                files.merge(name, new LogFile(name, part.size(), modified), LogFile::and);
            }
        });
        return List.copyOf(files.values());
    }

    /** All below a folder, or of a log. */
    private SortedMap<StoredPart, StoredObject> stored(String path) throws IOException {
        return StoredPart.below(objects, path);
    }

    @Override
    public Optional<OpenedLog> open(LogFolder folder, String name) throws IOException {
        for (int tries = 0; tries < FolderLogs.MOST_TRIES; tries++) {
            List<FilePiece> onDisk = here.openPieces(folder, name);
            boolean isUsed = false;
            try {
                List<LogPiece> pieces = together(onDisk, folder.path() + "/" + name);
                isUsed = areStillThere(onDisk);
                if (isUsed) {
                    return pieces.isEmpty() ? Optional.empty() : Optional.of(new OpenedLog(pieces));
                }
            } finally {
                if (!isUsed) {
                    OpenedLog.closeAll(onDisk);
                }
            }
        }
        throw FolderLogs.movedEachTime(folder.path() + "/" + name);
    }

    private static boolean areStillThere(List<FilePiece> pieces) throws IOException {
        for (FilePiece piece : pieces) {
            if (!piece.isInPlace()) {
                return false;
            }
        }
        return true;
    }

    private List<LogPiece> together(List<FilePiece> onDisk, String log) throws IOException {
        List<LogPiece> pieces = new ArrayList<>(onDisk);
        Set<String> ordinals = onDisk.stream().map(FilePiece::ordinal).collect(Collectors.toSet());
        stored(log).forEach((part, object) -> {
            if (part.log().equals(log) && !ordinals.contains(part.ordinal())) {
                pieces.add(new ObjectPiece(objects, atRest, part, object.size()));
            }
        });
        // stable: parts of one ordinal stay as they are
        pieces.sort(Comparator.comparing(LogPiece::ordinal));
        return pieces;
    }

    @Override
    public Optional<Path> growing(LogFolder folder) {
        return here.growing(folder);
    }

    @Override
    public int remove(long before, Predicate<String> mayGo) throws IOException {
        int removed = here.remove(before, mayGo);
        OfOneJob job = new OfOneJob(before, mayGo);
        objects.visit(StoredPart.LOGS, job::see);
        job.end();
        return removed + job.removed;
    }

    /** Objects come in the order of their keys, so those of a job come one after the other. */
    private final class OfOneJob {

        private final long before;
        private final Predicate<String> mayGo;
        private final List<StoredObject> seen = new ArrayList<>();
        private int removed;

        OfOneJob(long before, Predicate<String> mayGo) {
            this.before = before;
            this.mayGo = mayGo;
        }

        void see(StoredObject object) throws IOException {
            if (StoredPart.of(object).isEmpty()) {
                return;
            }
            if (!seen.isEmpty() && !job().equals(StoredPart.jobOf(object.key()))) {
                end();
            }
            seen.add(object);
        }

        void end() throws IOException {
            if (!seen.isEmpty()
                    && seen.stream().allMatch(object -> object.modified().toEpochMilli() < before)
                    && mayGo.test(job())) {
                for (StoredObject object : seen) {
                    objects.delete(object.key());
                }
                removed++;
            }
            seen.clear();
        }

        private String job() {
            return StoredPart.jobOf(seen.get(0).key());
        }
    }
}
