package io.fateflow.webapp.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.EndedJob;
import io.fateflow.webapp.ServerTest;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class ResourceReturnApiTest {

    private static final String DSL = "{\"components\": {\"toy_0\": {\"module\": \"SecureAddExample\"}}}";
    private static final String CONF = """
        {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
         "role": {"guest": [9999], "host": [10000]}, "job_parameters": {"common": {"task_cores": 1}}}\
        """;

    @Autowired
    private Caller caller;

    @Autowired
    private FateFlowEngine engine;

    @Autowired
    private JobQueries jobs;

    @Autowired
    private JdbcTemplate jdbc;

    @Test
    void anEndedJobHasNothingToGiveBack() throws InterruptedException {
        String job = new EndedJob(engine, jobs).run(DSL, CONF);

        assertThat(giveBack(job)).isEqualTo(json("""
            {"retcode": 0, "retmsg": "success", "data": [
               {"job_id": "%s", "party_id": "9999", "resource_in_use": false, "resource_return_status": false,
                "role": "guest"},
               {"job_id": "%s", "party_id": "10000", "resource_in_use": false, "resource_return_status": false,
                "role": "host"}]}\
            """.formatted(job, job)));
    }

    @Test
    void whatAnEndedJobHoldsAgainstAllRulesComesBack() throws InterruptedException {
        String job = new EndedJob(engine, jobs).run(DSL, CONF);
        long free = free();
        jdbc.update(
                "insert into resource_lease (lease_id, kind, job_id, role, party_id, task_id, task_version,"
                        + " engine_type, engine_name, cores, memory, slots, fencing_token, since_time) values ('left',"
                        + " 'job', ?, 'guest', '9999', '', 0, 'computing', 'STANDALONE', 2, 0, 0, 7, 1)",
                job);
        jdbc.update("update job set resource_in_use = true where job_id = ? and role = 'guest'", job);
        jdbc.update("update engine_registry set remaining_cores = remaining_cores - 2");

        JsonNode answer = giveBack(job);

        assertThat(answer.at("/data/0/resource_in_use").asBoolean()).isTrue();
        assertThat(answer.at("/data/0/resource_return_status").asBoolean()).isTrue();
        assertThat(answer.at("/data/1/resource_return_status").asBoolean(true)).isFalse();
        assertThat(free()).isEqualTo(free);
    }

    @Test
    void aJobThatGoesOnKeepsWhatItHas() {
        String job = engine.jobs().submit(new JobSubmission(DSL, CONF, "")).jobId();

        JsonNode answer = giveBack(job);

        assertThat(answer.path("retcode").asInt()).isEqualTo(103);
        assertThat(answer.path("retmsg").asText()).startsWith("FFB-6129");
        assertThat(answer.findValuesAsText("resource_return_status")).containsOnly("false");
        engine.jobs().stop(job, "canceled");
    }

    @Test
    void anUnknownJobIsSaidAsFateDoes() {
        assertThat(giveBack("7").path("retmsg").asText()).isEqualTo("Exception('no found job 7')");
    }

    private long free() {
        return jdbc.queryForObject("select remaining_cores from engine_registry", Long.class);
    }

    private JsonNode giveBack(String job) {
        return json(caller.post("/v1/resource/return", "{\"job_id\": \"" + job + "\"}")
                .body());
    }
}
