package io.fateflow.engine.audit;

import java.util.List;
import java.util.function.Consumer;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads {@code audit_log}. */
public final class AuditQueries {

    private static final int PAGE = 500;

    private static final String SELECT = "select " + AuditRows.COLUMNS + " from audit_log where ";

    private static final String OF_JOB = " and job_id = :job";

    private final JdbcClient jdbc;

    public AuditQueries(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /**
     * Which entries.
     *
     * @param jobId empty for those of any job and of none
     * @param since epoch milliseconds
     * @param after the id of an entry; only later ones
     */
    public record Filter(String jobId, long since, long after) {

        private Filter behind(long id) {
            return new Filter(jobId, since, id);
        }
    }

    /**
     * Hands out entries, oldest first, page by page: however many there are, few are in memory.
     *
     * @param limit how many at most
     * @return whether there are more
     */
    public boolean each(Filter filter, long limit, Consumer<AuditRecord> reader) {
        long left = limit;
        Filter rest = filter;
        while (left > 0) {
            List<AuditRecord> page = page(rest, (int) Math.min(left, PAGE));
            page.forEach(reader);
            if (page.isEmpty()) {
                return false;
            }
            left -= page.size();
            rest = rest.behind(page.get(page.size() - 1).id());
        }
        return !page(rest, 1).isEmpty();
    }

    /**
     * The newest entries, newest first.
     *
     * @param before only entries older than the one of this id
     * @param jobId of this job; empty for any
     * @param actor of this account; empty for any
     */
    public List<AuditRecord> newest(long before, String jobId, String actor, int most) {
        String which =
                "id < :before" + (jobId.isEmpty() ? "" : OF_JOB) + (actor.isEmpty() ? "" : " and actor = :actor");
        return jdbc.sql(SELECT + which + " order by id desc limit :most")
                .param("before", before)
                .param("job", jobId)
                .param("actor", actor)
                .param("most", most)
                .query(AuditRows::read)
                .list();
    }

    private List<AuditRecord> page(Filter filter, int most) {
        String which = "id > :after and create_time >= :since" + (filter.jobId().isEmpty() ? "" : OF_JOB);
        return jdbc.sql(SELECT + which + " order by id limit :most")
                .param("after", filter.after())
                .param("since", filter.since())
                .param("job", filter.jobId())
                .param("most", most)
                .query(AuditRows::read)
                .list();
    }
}
