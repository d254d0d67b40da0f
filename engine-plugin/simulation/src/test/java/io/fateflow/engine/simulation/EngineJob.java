package io.fateflow.engine.simulation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A job of a site's engine.
 *
 * @param due by the site's clock; null if it may be done at once
 * @param label the same in every run: without ids that a database has counted up
 */
record EngineJob(String id, String activity, @Nullable Long due, int retries, String label) {

    private static final String ALL = """
            select j.id_, j.process_def_key_, coalesce(d.act_id_, 'first_try') as act_id_,
                coalesce(e.business_key_, substring(j.handler_cfg_ from position('|' in j.handler_cfg_) + 1)) as business_key_,
                j.duedate_, j.retries_
            from act_ru_job j
            left join act_ru_jobdef d on d.id_ = j.job_def_id_
            left join act_ru_execution e on e.id_ = j.process_instance_id_
            where e.id_ is not null or j.handler_type_ = 'fate-first-try'
            order by length(j.id_), j.id_""";

    static List<EngineJob> of(SimulatedSite site) {
        return site.jdbc().query(ALL, EngineJob::row);
    }

    private static EngineJob row(ResultSet row, int number) throws SQLException {
        Timestamp due = row.getTimestamp("duedate_");
        String activity = row.getString("act_id_");
        return new EngineJob(
                row.getString("id_"),
                activity,
                due == null ? null : Long.valueOf(due.getTime()),
                row.getInt("retries_"),
                label(row.getString("process_def_key_"), activity, String.valueOf(row.getString("business_key_"))));
    }

    boolean isEnabled(long now) {
        return retries > 0 && (due == null || due <= now);
    }

    boolean isTimer(long now) {
        return retries > 0 && due != null && due > now;
    }

    boolean is(String activityId) {
        return activity.equals(activityId);
    }

    private static String label(String process, String activity, String businessKey) {
        String name = process.startsWith("fate-dag") ? "fate-dag" : process;
        return name + " " + activity + " " + businessKey.replaceFirst("^(\\d+\\|\\w+\\|\\d+)\\|\\d+\\|", "$1|");
    }
}
