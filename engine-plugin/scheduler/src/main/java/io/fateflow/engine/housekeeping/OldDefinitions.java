package io.fateflow.engine.housekeeping;

import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Compiled DAGs that nothing needs. They go in two runs: first the row by which a submission finds a definition, and, an
 * hour later, the definition. A submission that has just found the row is committed by then, and its job is seen.
 */
public final class OldDefinitions {

    private static final String NEEDED = """
            exists (
                select 1 from job_body b
                join job j on j.job_id = b.job_id
                where b.dag_key = %1$s
                    and (j.status in ('ready', 'waiting', 'running') or exists (
                        select 1 from act_ru_execution w
                        where w.business_key_ = j.job_id)))
            """;
    private static final String USED = """
            (exists (select 1 from act_ru_execution e where e.proc_def_id_ = %2$s)
                or exists (
                    select 1 from act_hi_procinst h
                    where h.proc_def_key_ = %1$s and h.proc_def_id_ = %2$s))
            """;
    private static final String UNUSED = """
            select p.id_
            from act_re_deployment p
            join act_re_procdef d on d.deployment_id_ = p.id_
            where p.source_ = 'fate-flow-bpm' and d.key_ like 'fate-dag-%%'
                and not exists (select 1 from dag_definition n where n.process_definition_id = d.id_)
                and not %s
                and (exists (select 1 from dag_definition s where s.dag_key = d.key_) or not %s)
            order by p.id_
            limit :most
            """.formatted(USED.formatted("d.key_", "d.id_"), NEEDED.formatted("d.key_"));
    private static final String FORGET = """
            delete from dag_definition
            where deploy_time < :time and not %s and not %s
            """.formatted(
                    USED.formatted("dag_definition.dag_key", "dag_definition.process_definition_id"),
                    NEEDED.formatted("dag_definition.dag_key"));

    private final JdbcClient jdbc;

    public OldDefinitions(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** Deployments of definitions that no row names any more, and nothing uses; at most {@code most}. */
    public List<String> unused(int most) {
        return jdbc.sql(UNUSED).param("most", most).query(String.class).list();
    }

    /**
     * Forgets definitions that are older, and that nothing uses.
     *
     * @param time epoch milliseconds
     */
    public int forget(long time) {
        return jdbc.sql(FORGET).param("time", time).update();
    }
}
