package io.fateflow.engine.housekeeping;

import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Consents that were decided long ago, and their removal. As long as a job has rows its consents stay: without them it would
 * look like one from before the policy, and run again unasked. A grant for later jobs goes with all its uses, or it could be
 * used once more.
 */
public final class OldConsents {

    private static final String SETTLED = """
            %1$s.state <> 'asked' and coalesce(%1$s.decide_time, %1$s.ask_time) < :time
            and not exists (select 1 from job j where j.job_id = %1$s.job_id)""";

    private static final String REMOVABLE = """
            select c.consent_id
            from consent c
            where %s
                and not exists (select 1 from consent g where g.consent_id = c.remembered_from)
                and (c.state <> 'granted' or c.valid_until is null and c.uses_allowed is null or c.valid_until <= :now
                    or c.uses_allowed <= 1 + (
                        select count(*) from consent u where u.remembered_from = c.consent_id and u.state = 'granted'))
                and not exists (select 1 from consent u where u.remembered_from = c.consent_id and not (%s))
            order by c.consent_id
            limit :most
            """.formatted(SETTLED.formatted("c"), SETTLED.formatted("u"));

    private final JdbcClient jdbc;

    public OldConsents(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /**
     * Removes them, the oldest first.
     *
     * @param time they were decided before it, in epoch milliseconds
     * @param now until when a grant may still be used
     * @param most how many at most, besides the uses of grants
     */
    public void remove(long time, long now, int most) {
        List<Long> old = jdbc.sql(REMOVABLE)
                .param("time", time)
                .param("now", now)
                .param("most", most)
                .query(Long.class)
                .list();
        if (!old.isEmpty()) {
            jdbc.sql("delete from consent where consent_id in (:old) or remembered_from in (:old)")
                    .param("old", old)
                    .update();
        }
    }
}
