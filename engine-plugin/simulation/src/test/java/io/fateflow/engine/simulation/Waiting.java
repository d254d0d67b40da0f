package io.fateflow.engine.simulation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;

/**
 * What waits at a site, as long as nobody uses its database.
 *
 * @param uses of the database before this was read
 * @param holds of executor tasks
 */
record Waiting(long uses, List<EngineJob> jobs, List<Hold> holds) {

    private static final long FREE = 0;

    /**
     * Somebody's hold of an executor task.
     *
     * @param topic which workers the task is for
     * @param end by the site's clock; {@link #FREE} if nobody holds it
     */
    record Hold(String topic, long end) {

        boolean isSomebodys() {
            return end != FREE;
        }

        private static Hold of(ResultSet row, int number) throws SQLException {
            Timestamp end = row.getTimestamp(2);
            return new Hold(row.getString(1), end == null ? FREE : end.getTime());
        }
    }

    static Waiting at(SimulatedSite site, long uses) {
        return new Waiting(
                uses,
                EngineJob.of(site),
                site.jdbc().query("select topic_name_, lock_exp_time_ from act_ru_ext_task", Hold::of));
    }
}
