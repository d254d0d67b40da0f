package io.fateflow.webapp.job;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.StubEngine;

import static org.assertj.core.api.Assertions.assertThat;

/** Rerun, other parameters, suspension, the queue. */
@ServerTest
class JobAgainApiTest {

    private static final String RERUN = "{\"retcode\":0,\"retmsg\":\"rerun job success\"}\n";

    @Autowired
    private Caller caller;

    @Autowired
    private StubEngine.Jobs jobs;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'' ; [] false",
                "',\"component_name\":null,\"force\":false' ; [] false",
                "',\"component_name\":\"pipeline\",\"force\":true' ; [] true",
                "',\"component_name\":\"a_0\"' ; [a_0] false",
                "',\"component_name\":\"a_0, b_0\",\"force\":true' ; [a_0, b_0] true",
                "',\"component_name\":[\"a_0\",\"b_0\"]' ; [a_0, b_0] false"
            })
    void rerunsWhatIsNamedInAnyWay(String more, String asked) {
        assertThat(caller.post("/v1/job/rerun", "{\"job_id\":\"" + StubEngine.JOB + "\"" + more + "}")
                        .body())
                .isEqualTo(RERUN);

        assertThat(jobs.asked).last().isEqualTo("rerun " + StubEngine.JOB + " " + asked);
    }

    @Test
    void saysWhyAJobIsNotRunAgain() {
        assertThat(caller.post(
                                "/v1/job/rerun",
                                "{\"job_id\":\"" + StubEngine.JOB + "\",\"component_name\":\"nonsense\"}")
                        .body())
                .isEqualTo("{\"retcode\":103,\"retmsg\":\"rerun job failed:\\nFFB-3011 no component nonsense\"}\n");
    }

    @ParameterizedTest
    @CsvSource({"rerun", "suspend", "resume"})
    void knowsNoOtherJob(String call) {
        assertThat(caller.post("/v1/job/" + call, "{\"job_id\":\"202601021530450000019\"}")
                        .body())
                .isEqualTo("{\"retcode\":102,\"retmsg\":\"can not found job\"}\n");
        assertThat(caller.post("/v1/job/" + call, "{\"job_id\":\"../x\"}").body())
                .contains("\"retcode\":102");
    }

    @Test
    void answersChangedParametersAsFateDoes() {
        String sent = "\"job_parameters\":{\"common\":{\"auto_retries\":1}},"
                + "\"component_parameters\":{\"common\":{\"a_0\":{\"max_iter\":1}}}";

        assertThat(caller.post(
                                "/v1/job/parameter/update",
                                "{\"job_id\":\"" + StubEngine.JOB + "\",\"conf_path\":\"x\"," + sent + "}")
                        .body())
                .isEqualTo(
                        "{\"data\":{\"component_parameters\":{\"common\":{\"a_0\":{\"max_iter\":1}}},\"components\":[],"
                                + "\"job_parameters\":{\"common\":{\"auto_retries\":1}}},\"retcode\":0,\"retmsg\":\"success\"}\n");
        assertThat(caller.post("/v1/job/parameter/update", "{\"job_id\":\"x\"," + sent + "}")
                        .body())
                .isEqualTo("{\"retcode\":102,\"retmsg\":\"failed to query job by"
                        + " {'job_id': 'x', 'is_initiator': True}\"}\n");
    }

    @Test
    void saysWhatIsWrongWithParameters() {
        String job = "{\"job_id\":\"" + StubEngine.JOB + "\",";

        assertThat(caller.post("/v1/job/parameter/update", job + "\"job_parameters\":{\"role\":{}}}")
                        .body())
                .contains("\"retcode\":103", "update job parameters failed:\\nFFB-2030");
        assertThat(caller.post("/v1/job/parameter/update", job + "\"component_parameters\":[]}")
                        .body())
                .isEqualTo("{\"retcode\":101,\"retmsg\":\"component_parameters must be an object\"}\n");
    }

    @Test
    void anEmptyQueueIsCleanedAsByFate() {
        assertThat(caller.post("/v1/job/clean/queue", "").body())
                .isEqualTo("{\"data\":{},\"retcode\":0,\"retmsg\":\"success\"}\n");
    }

    @Test
    void suspendsAndResumes() {
        String job = "{\"job_id\":\"" + StubEngine.JOB + "\"}";

        assertThat(caller.post("/v1/job/resume", job).body()).isEqualTo("{\"retcode\":0,\"retmsg\":\"success\"}\n");
        assertThat(caller.post("/v1/job/suspend", job).body())
                .contains("\"retcode\":103", "FFB-3020 job " + StubEngine.JOB + " is success");
        assertThat(caller.post("/v1/job/suspend", "{}").body())
                .isEqualTo("{\"retcode\":101,\"retmsg\":\"required argument are missing: job_id; \"}\n");
    }
}
