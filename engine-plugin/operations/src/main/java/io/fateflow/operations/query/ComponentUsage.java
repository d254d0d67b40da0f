package io.fateflow.operations.query;

import java.math.BigDecimal;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.resource.placement.Demand;
import io.fateflow.engine.resource.placement.LearnedRequests;
import io.fateflow.engine.resource.placement.LearnedRequests.Like;

/** What a component asks for of its node in each role on this site, and what is suggested after attempts like it. */
public final class ComponentUsage {

    private final JdbcClient jdbc;
    private final LearnedRequests learned;

    public ComponentUsage(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
        this.learned = new LearnedRequests(jdbc);
    }

    /**
     * One role.
     *
     * @param asked as users read it; null if it asks for cores and nothing else
     * @param memory megabytes that are suggested; null as long as too little is known
     * @param cpu cores that are suggested, likewise
     * @param attempts from how many that was learned
     */
    public record InRole(
            String role,
            @Nullable String asked,
            @Nullable BigDecimal memory,
            @Nullable BigDecimal cpu,
            int attempts) {}

    private record Latest(
            String role,
            String module,
            String dagKey,
            @Nullable String demand) {}

    /** Of a component of a job, the latest attempt in each role. */
    public List<InRole> of(String jobId, String component) {
        return jdbc
                .sql("""
                select t.role, min(t.component_module) as module, min(b.dag_key) as dag_key,
                    max(cast(t.demand as varchar(4000))) as demand
                from task t
                join job_body b on b.job_id = t.job_id
                where t.job_id = :job and t.component_name = :component and t.run_on_this_party = true
                    and t.task_version = (
                        select max(l.task_version) from task l
                        where l.task_id = t.task_id)
                group by t.role
                order by t.role
                """)
                .param("job", jobId)
                .param("component", component)
                .query((row, number) -> new Latest(
                        row.getString("role"),
                        row.getString("module"),
                        row.getString("dag_key"),
                        row.getString("demand")))
                .list()
                .stream()
                .map(latest -> inRole(component, latest))
                .toList();
    }

    private InRole inRole(String component, Latest latest) {
        String asked = latest.demand() == null
                ? null
                : Demand.of(latest.demand()).amounts().toString();
        return learned.of(new Like(latest.dagKey(), component, latest.module(), latest.role()))
                .map(found -> new InRole(
                        latest.role(),
                        asked,
                        found.memory().decimal(),
                        found.cpu().decimal(),
                        found.attempts()))
                .orElseGet(() -> new InRole(latest.role(), asked, null, null, 0));
    }
}
