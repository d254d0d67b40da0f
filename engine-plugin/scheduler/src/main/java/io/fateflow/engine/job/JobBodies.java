package io.fateflow.engine.job;

import java.util.HashMap;
import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;

/** What was submitted of each job, once a site: the rows of {@code job_body}. */
public final class JobBodies {

    private static final String COLUMNS = "job_id, dsl, runtime_conf, train_runtime_conf, dag_key";

    private static final int LONGEST_VERSION = 255;

    private final JdbcClient jdbc;

    JobBodies(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Writes the body; a second role on the same site finds it there. */
    public void insert(JobBody body) {
        jdbc.sql("insert into job_body (" + COLUMNS
                        + ", predicts_with) values (:job, :dsl, :conf, :trainConf, :dagKey, :version)")
                .param("job", body.jobId())
                .param("dsl", body.dsl())
                .param("conf", body.runtimeConf())
                .param("trainConf", body.trainRuntimeConf())
                .param("dagKey", body.dagKey())
                .param("version", modelIn(body.runtimeConf()))
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
        jdbc.sql("update job_body set runtime_conf = :conf, predicts_with = :version where job_id = :job")
                .param("conf", runtimeConf)
                .param("version", modelIn(runtimeConf))
                .param("job", jobId)
                .update();
    }

    /** The model that a job's conf says it predicts with; what is longer than any is none. */
    private static String modelIn(String runtimeConf) {
        String version = Json.read(runtimeConf)
                .at("/job_parameters/common/model_version")
                .asText();
        return version.length() > LONGEST_VERSION ? "" : version;
    }

    /**
     * Writes down which models jobs of an earlier version predict with.
     *
     * @param most how many jobs
     * @return how many it were
     */
    public int nameModels(int most) {
        Map<String, String> confs = new HashMap<>();
        jdbc.sql("select job_id, runtime_conf from job_body where predicts_with is null limit :most")
                .param("most", most)
                .query(row -> {
                    confs.put(row.getString("job_id"), row.getString("runtime_conf"));
                });
        confs.forEach((job, conf) -> jdbc.sql(
                        "update job_body set predicts_with = :version where job_id = :job and predicts_with is null")
                .param("version", modelIn(conf))
                .param("job", job)
                .update());
        return confs.size();
    }
}
