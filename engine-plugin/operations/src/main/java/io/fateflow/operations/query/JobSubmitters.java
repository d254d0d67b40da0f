package io.fateflow.operations.query;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Whose is what: jobs, and versions of models, which are of whoever has submitted the training, and of its project. */
public final class JobSubmitters {

    /** The first of them that knows an id says whose it is: what a job has left may be there without it. */
    private static final String SUBMITTERS = """
            select job_id as id, 0 as source, max(submitter) as submitter, max(project) as project
            from job
            where job_id in (:ids)
            group by job_id
            union all
            select p.model_version, 1, max(coalesce(j.submitter, '')), max(coalesce(j.project, ''))
            from pipeline_model p left join job j on j.job_id = p.job_id
            where p.model_version in (:ids)
            group by p.model_version
            union all
            select job_id, 2, '', ''
            from pipeline_model
            where job_id in (:ids)
            group by job_id
            union all
            select job_id, 3, '', ''
            from component_cache
            where job_id in (:ids)
            group by job_id
            order by source""";

    private final JdbcClient jdbc;

    public JobSubmitters(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /**
     * Looks them up.
     *
     * @param ids of jobs, or versions of models
     * @return by id, of those that this site has
     */
    public Map<String, JobOwner> of(Collection<String> ids) {
        Map<String, JobOwner> found = new HashMap<>();
        if (!ids.isEmpty()) {
            jdbc.sql(SUBMITTERS).param("ids", ids).query(row -> {
                found.putIfAbsent(
                        row.getString("id"), new JobOwner(row.getString("submitter"), row.getString("project")));
            });
        }
        return found;
    }
}
