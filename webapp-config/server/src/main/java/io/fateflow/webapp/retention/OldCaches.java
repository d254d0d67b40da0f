package io.fateflow.webapp.retention;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.engine.housekeeping.FileRetention;
import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.engine.tracking.CacheStore;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

/**
 * Removes caches of components that no row names any more: those of jobs whose rows have gone, unless an heir or a
 * CacheLoader has a row of its own, and those of attempts that failed. A row of a file is written when its attempt ends, so
 * what is younger than a job that has not ended stays. A row may also be copied to an heir that is not committed yet: a
 * file goes only when it was without a row an hour before.
 */
final class OldCaches implements FileRetention {

    private static final Duration BETWEEN_LOOKS = Duration.ofHours(1);

    private final TableStore files;
    private final CacheStore rows;
    private final OldJobs jobs;
    private Map<Path, Long> withoutRow = Map.of();

    OldCaches(TableStore files, CacheStore rows, OldJobs jobs) {
        this.files = files;
        this.rows = rows;
        this.jobs = jobs;
    }

    @Override
    public synchronized int tidy(Retention retention, long now) throws IOException {
        long before = Math.min(
                now - retention.leftovers().toMillis(), jobs.oldestOpen().orElse(Long.MAX_VALUE));
        Map<Path, Long> seen = new HashMap<>();
        int removed = 0;
        for (Path file : unnamed()) {
            long since = withoutRow.getOrDefault(file, now);
            if (!isOlder(file, before)) {
                continue;
            }
            if (now - since < BETWEEN_LOOKS.toMillis()) {
                seen.put(file, since);
            } else if (Files.deleteIfExists(file)) {
                removed++;
            }
        }
        withoutRow = seen;
        return removed;
    }

    private List<Path> unnamed() throws IOException {
        return files.filesBeside(rows.tables().stream()
                .map(table -> new TableName(table.namespace(), table.name()))
                .toList());
    }

    private static boolean isOlder(Path file, long before) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toMillis() < before;
        } catch (NoSuchFileException gone) {
            return false;
        }
    }
}
