package io.fateflow.engine.job;

import org.springframework.jdbc.core.simple.JdbcClient;

/** What was submitted of each job, once a site: the rows of {@code job_body}. */
public final class JobBodies {

    private static final String COLUMNS = "job_id, dsl, runtime_conf, train_runtime_conf, dag_key";

    private final JdbcClient jdbc;

    JobBodies(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Writes the body; a second role on the same site finds it there. */
    public void insert(JobBody body) {
        jdbc.sql("insert into job_body (" + COLUMNS + ") values (:job, :dsl, :conf, :trainConf, :dagKey)")
                .param("job", body.jobId())
                .param("dsl", body.dsl())
                .param("conf", body.runtimeConf())
                .param("trainConf", body.trainRuntimeConf())
                .param("dagKey", body.dagKey())
                .update();
    }

    /** @throws IllegalStateException if there is no such job */
    public JobBody of(String jobId) {
        return jdbc.sql("select " + COLUMNS + " from job_body where job_id = :job")
                .param("job", jobId)
                .query((row, number) -> new JobBody(
                        row.getString("job_id"),
                        row.getString("dsl"),
                        row.getString("runtime_conf"),
                        row.getString("train_runtime_conf"),
                        row.getString("dag_key")))
                .optional()
                .orElseThrow(() -> new IllegalStateException("no job " + jobId));
    }

    /** Puts another conf in the place of the stored one; each party's own is set by {@link JobStore#share}. */
    public void runtimeConf(String jobId, String runtimeConf) {
        jdbc.sql("update job_body set runtime_conf = :conf where job_id = :job")
                .param("conf", runtimeConf)
                .param("job", jobId)
                .update();
    }
}
