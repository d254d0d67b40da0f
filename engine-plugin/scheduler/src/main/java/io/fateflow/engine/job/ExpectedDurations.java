package io.fateflow.engine.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * How long a job will probably run, learned from those that have succeeded on this site: from jobs of the same shape, or
 * else from attempts of the modules that it is made of, one after the other. It is rather too long than too short, since
 * whoever passes another by it must have ended when that could start.
 */
public final class ExpectedDurations {

    private static final int FEWEST = 3;
    private static final int OF_SHAPE = 20;
    private static final int RECENT_OF_SHAPE = 500;
    private static final int RECENT_JOBS = 50;

    /** A site has hundreds of thousands; H2 follows an index only if it is ordered by all of its columns. */
    private static final String NEWEST_SUCCESSES = """
            select job_id, elapsed, create_time from job
            where status = 'success' and is_initiator = true and elapsed is not null
            order by status desc, is_initiator desc, create_time desc
            limit :recent
            """;

    private final JdbcClient jdbc;

    public ExpectedDurations(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** Empty if there were too few like it. */
    public Optional<Duration> of(String jobId) {
        List<Long> alike = jdbc.sql("""
                select s.elapsed
                from (%s) s
                join job_body b on b.job_id = s.job_id
                where b.dag_key = (select o.dag_key from job_body o where o.job_id = :job)
                order by s.create_time desc
                limit :most
                """.formatted(NEWEST_SUCCESSES))
                .param("recent", RECENT_OF_SHAPE)
                .param("job", jobId)
                .param("most", OF_SHAPE)
                .query(Long.class)
                .list();
        return (alike.size() >= FEWEST ? Optional.of(atMost(alike)) : byModules(jobId)).map(Duration::ofMillis);
    }

    /** The mean and two deviations: of twenty, one takes longer. */
    static long atMost(List<Long> millis) {
        double mean = millis.stream().mapToLong(Long::longValue).average().orElse(0);
        double variance = millis.stream()
                .mapToDouble(one -> (one - mean) * (one - mean))
                .average()
                .orElse(0);
        return Math.max(1, Math.round(mean + 2 * Math.sqrt(variance)));
    }

    private Optional<Long> byModules(String jobId) {
        List<Optional<Long>> components = jdbc.sql("""
                select c.component_name, (
                    select avg(t.elapsed) from task t
                    where t.component_module = c.component_module and t.status = 'success' and t.elapsed is not null
                        and t.job_id in (select s.job_id from (%s) s)
                    having count(*) >= :fewest) as mean
                from (
                    select distinct component_name, component_module from task
                    where job_id = :job and component_module <> '') c
                """.formatted(NEWEST_SUCCESSES))
                .param("recent", RECENT_JOBS)
                .param("fewest", FEWEST)
                .param("job", jobId)
                .query((row, number) -> {
                    double mean = row.getDouble("mean");
                    return row.wasNull() ? Optional.<Long>empty() : Optional.of(Math.round(mean));
                })
                .list();
        return components.isEmpty() || components.stream().anyMatch(Optional::isEmpty)
                ? Optional.empty()
                : Optional.of(Math.max(
                        1,
                        components.stream()
                                .flatMap(Optional::stream)
                                .mapToLong(Long::longValue)
                                .sum()));
    }
}
