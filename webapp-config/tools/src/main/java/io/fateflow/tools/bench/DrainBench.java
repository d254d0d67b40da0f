package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.operations.query.JobQueries;

/** How busy a site's cores are while those are served that have waited for one job that held them all. */
final class DrainBench {

    private static final String WAITING = "select count(*) from job where is_initiator = true and status = 'waiting'";

    private final JobCommands jobs;
    private final JobQueries jobQueries;
    private final JdbcClient jdbc;
    private final int cores;

    DrainBench(JobCommands jobs, JobQueries jobQueries, JdbcTemplate jdbc, int cores) {
        this.jobs = jobs;
        this.jobQueries = jobQueries;
        this.jdbc = JdbcClient.create(jdbc);
        this.cores = cores;
    }

    /**
     * Fills the queue behind the holder, ends the holder at once, and watches until the last job has been admitted.
     *
     * @param holder takes all cores until it is stopped
     * @param small one of those that wait
     */
    ObjectNode run(int waiting, JobSubmission holder, JobSubmission small) throws IOException, InterruptedException {
        String held = jobs.submit(holder).jobId();
        BenchWait.until(() -> jobQueries.status(held).orElseThrow().equals("running"));
        List<String> backlog = new ArrayList<>();
        long submitted = System.currentTimeMillis();
        for (int i = 0; i < waiting; i++) {
            backlog.add(jobs.submit(small).jobId());
        }
        long begin = System.currentTimeMillis();
        jobs.stop(held, "canceled");
        BenchWait.until(() -> count(WAITING) == 0);
        for (String job : backlog) {
            BenchWait.untilSuccess(jobQueries, job);
        }
        return figures(waiting, begin, begin - submitted);
    }

    /** Of the time from the holder's end until the last job got its cores. */
    private ObjectNode figures(int waiting, long begin, long submitting) {
        long end = count("select max(apply_resource_time) from job where is_initiator = true");
        double coreMillis = (double) cores * (end - begin);
        return JsonNodeFactory.instance
                .objectNode()
                .put("waiting", waiting)
                .put("submitsPerSecond", waiting * 1e3 / submitting)
                .put("seconds", (end - begin) / 1e3)
                .put("jobsPerSecond", waiting * 1e3 / (end - begin))
                .put(
                        "coresGrantedPercent",
                        100
                                * within("job", "apply_resource_time", "return_resource_time", "cores", begin, end)
                                / coreMillis)
                .put(
                        "coresExecutingPercent",
                        100 * within("task", "start_time", "end_time", "1", begin, end) / coreMillis)
                .put("longestPauseSeconds", longestPause(begin, end) / 1e3);
    }

    /** Core milliseconds of all rows, as far as they are between begin and end. */
    private double within(String table, String from, String to, String weight, long begin, long end) {
        String sql = """
                select coalesce(sum((least(%2$s, :end) - greatest(%1$s, :begin)) * %3$s), 0)
                from %4$s
                where %1$s < :end and %2$s > :begin
                """.formatted(from, to, weight, table);
        return jdbc.sql(sql)
                .param("begin", begin)
                .param("end", end)
                .query(Double.class)
                .single();
    }

    /** Between two admissions. */
    private long longestPause(long begin, long end) {
        List<Long> times = jdbc.sql("""
                select apply_resource_time
                from job
                where is_initiator = true and apply_resource_time >= :begin
                order by apply_resource_time
                """).param("begin", begin).query(Long.class).list();
        long longest = 0;
        long last = begin;
        for (long time : times) {
            longest = Math.max(longest, time - last);
            last = time;
        }
        return Math.max(longest, end - last);
    }

    private long count(String sql) {
        return jdbc.sql(sql).query(Long.class).optional().orElse(0L);
    }
}
