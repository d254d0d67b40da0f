package io.fateflow.operations.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.WaitReasons;

/** What an operator wants to see of jobs at a glance, also after their processes have ended. */
public final class JobOverview {

    /**
     * One row a job: the initiator's, or the first one of those that this site has in another site's job. Each has a body; with an inner
     * join H2 begins with all bodies.
     */
    private static final String JOBS = """
            select j.job_id, j.status, j.progress, j.create_time, j.elapsed, j.wait_reason, j.error_report,
                d.process_definition_id, j.process_instance_id, j.initiator_role || ' ' || j.initiator_party_id as initiator,
                j.wait_engine
            from job j
            left join job_body b on b.job_id = j.job_id
            left join dag_definition d on d.dag_key = b.dag_key
            where %s
            """.formatted(JobSearch.ONE_A_JOB);

    private static final String NEWEST_FIRST = """
            order by j.create_time desc, j.job_id desc
            limit :most
            """;

    private final JdbcClient jdbc;
    private final Supplier<WaitReasons.Now> reasons;
    private final NodeWaits waits;

    /** @param reasons completes what waiting jobs have written down */
    public JobOverview(JdbcTemplate jdbc, Supplier<WaitReasons.Now> reasons) {
        this(jdbc, reasons, NodeWaits.none());
    }

    /** @param waits says of attempts that wait for a node, why */
    public JobOverview(JdbcTemplate jdbc, Supplier<WaitReasons.Now> reasons, NodeWaits waits) {
        this.jdbc = JdbcClient.create(jdbc);
        this.reasons = reasons;
        this.waits = waits;
    }

    /** A job with what it has written down, and the engine whose cores it waits for. */
    private record Listed(Job job, @Nullable String waitEngine) {

        Job explained(WaitReasons.Now now) {
            String reason = now.of(job.jobId(), job.waitReason(), waitEngine);
            return reason == null ? job : job.waitingFor(reason);
        }
    }

    /** @param rest of the statement, behind a condition */
    private List<Job> jobs(String rest, Map<String, ?> values) {
        List<Listed> found = jdbc.sql(JOBS + rest)
                .params(values)
                .query((row, number) -> new Listed(job(row), row.getString("wait_engine")))
                .list();
        WaitReasons.Now now = reasons.get();
        return found.stream().map(job -> job.explained(now)).toList();
    }

    private static Job job(ResultSet row) throws SQLException {
        return new Job(
                row.getString("job_id"),
                row.getString("status"),
                row.getInt("progress"),
                row.getLong("create_time"),
                row.getObject("elapsed", Long.class),
                row.getString("wait_reason"),
                row.getString("error_report"),
                row.getString("process_definition_id"),
                row.getString("process_instance_id"),
                row.getString("initiator"));
    }

    /**
     * A job as its initiator sees it; one of another site as this site's party does.
     *
     * @param createTime epoch milliseconds
     * @param elapsed milliseconds, once it has ended
     * @param waitReason what it waits for, while it does
     * @param error empty if there is none
     * @param dagDefinitionId the process definition with its diagram; null for a job of another site
     * @param initiator role and party id
     */
    public record Job(
            String jobId,
            String status,
            int progress,
            long createTime,
            @Nullable Long elapsed,
            @Nullable String waitReason,
            String error,
            @Nullable String dagDefinitionId,
            @Nullable String processInstanceId,
            String initiator) {

        /** The same, with what it waits for. */
        public Job waitingFor(String reason) {
            return new Job(
                    jobId,
                    status,
                    progress,
                    createTime,
                    elapsed,
                    reason,
                    error,
                    dagDefinitionId,
                    processInstanceId,
                    initiator);
        }
    }

    /** One component at one party, its latest attempt. */
    public record Task(
            String component,
            String role,
            String partyId,
            int version,
            String partyStatus,
            @Nullable Long elapsed,
            @Nullable String waitReason,
            String error) {}

    /** The newest jobs first. */
    public List<Job> recent(int most) {
        return jobs(NEWEST_FIRST, Map.of("most", most));
    }

    /** One job; empty if this site does not know it. */
    public Optional<Job> one(String jobId) {
        return jobs("and j.job_id = :job", Map.of("job", jobId)).stream().findFirst();
    }

    /** The newest jobs of one DAG's process definition first; of all, if it is the definition of no DAG. */
    public List<Job> recentOf(String processDefinitionId, int most) {
        return jobs("""
                and (d.process_definition_id = :definition or not exists (
                    select 1 from dag_definition
                    where process_definition_id = :definition))
                """ + NEWEST_FIRST, Map.of("definition", processDefinitionId, "most", most));
    }

    /** The components of a job in the order of its DAG, each at its parties. */
    public List<Task> tasks(String jobId) {
        Map<LeaseKey, String> nodeWaits = waits.of(List.of(jobId));
        Map<String, Integer> places = places(jobId);
        List<Task> tasks = jdbc.sql("""
                select component_name, role, party_id, task_version, party_status, elapsed, wait_reason, error_report,
                    task_id
                from task t
                where job_id = :job
                    and task_version = (
                        select max(task_version) from task
                        where task_id = t.task_id)
                order by component_name, %s
                """.formatted(Order.byParty("t")))
                .param("job", jobId)
                .query((row, number) -> task(jobId, row, nodeWaits))
                .list();
        return tasks.stream()
                .sorted(Comparator.comparing(task -> places.getOrDefault(task.component(), places.size())))
                .toList();
    }

    private static Task task(String jobId, ResultSet row, Map<LeaseKey, String> nodeWaits) throws SQLException {
        Party party = Party.of(row.getString("role"), row.getString("party_id"));
        int version = row.getInt("task_version");
        LeaseKey attempt = LeaseKey.task(jobId, party, row.getString("task_id"), version);
        return new Task(
                row.getString("component_name"),
                party.role(),
                row.getString("party_id"),
                version,
                row.getString("party_status"),
                row.getObject("elapsed", Long.class),
                nodeWaits.getOrDefault(attempt, row.getString("wait_reason")),
                row.getString("error_report"));
    }

    private Map<String, Integer> places(String jobId) {
        return jdbc.sql("select dsl from job_body where job_id = :job")
                .param("job", jobId)
                .query(String.class)
                .optional()
                .map(RowShape::document)
                .map(ComponentOrder::places)
                .orElse(Map.of());
    }
}
