package io.fateflow.webapp.retention;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.engine.housekeeping.FileRetention;
import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.engine.tracking.CacheStore;
import io.fateflow.webapp.storage.SiteTables;
import io.fateflow.webapp.storage.SiteTables.Kept;
import io.fateflow.worker.table.TableName;

/**
 * Removes caches of components that no row names any more: those of jobs whose rows have gone, unless an heir or a
 * CacheLoader has a row of its own, and those of attempts that failed. A row of a file is written when its attempt ends, so
 * what is younger than a job that has not ended stays. A row may also be copied to an heir that is not committed yet: a
 * file goes only when it was without a row an hour before.
 */
final class OldCaches implements FileRetention {

    private static final Duration BETWEEN_LOOKS = Duration.ofHours(1);

    private final SiteTables files;
    private final CacheStore rows;
    private final OldJobs jobs;
    private Map<String, Long> withoutRow = Map.of();

    OldCaches(SiteTables files, CacheStore rows, OldJobs jobs) {
        this.files = files;
        this.rows = rows;
        this.jobs = jobs;
    }

    @Override
    public synchronized int tidy(Retention retention, long now) throws IOException {
        long before = Math.min(
                now - retention.leftovers().toMillis(), jobs.oldestOpen().orElse(Long.MAX_VALUE));
        Map<String, Long> seen = new HashMap<>();
        int removed = 0;
        for (Kept file : unnamed()) {
            long since = withoutRow.getOrDefault(file.key(), now);
            if (file.modified() >= before) {
                continue;
            }
            if (now - since < BETWEEN_LOOKS.toMillis()) {
                seen.put(file.key(), since);
            } else if (files.remove(file)) {
                removed++;
            }
        }
        withoutRow = seen;
        return removed;
    }

    private List<Kept> unnamed() throws IOException {
        return files.beside(rows.tables().stream()
                .map(table -> new TableName(table.namespace(), table.name()))
                .toList());
    }
}
