package io.fateflow.engine.simulation;

import java.sql.Timestamp;
import java.util.List;

/**
 * What waits at a site, as long as nobody uses its database.
 *
 * @param uses of the database before this was read
 * @param holds when the hold of each executor task ends, by the site's clock; {@link #FREE} if nobody holds it
 */
record Waiting(long uses, List<EngineJob> jobs, List<Long> holds) {

    static final long FREE = 0;

    static Waiting at(SimulatedSite site, long uses) {
        return new Waiting(
                uses,
                EngineJob.of(site),
                site.jdbc().query("select lock_exp_time_ from act_ru_ext_task", (row, number) -> {
                    Timestamp end = row.getTimestamp(1);
                    return end == null ? FREE : end.getTime();
                }));
    }
}
