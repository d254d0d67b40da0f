package io.fateflow.webapp.job;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** What the command line and the Java client list: jobs and tables. */
@ServerTest
class JobSearchApiTest {

    @Autowired
    private Caller caller;

    @Test
    void aPlaceThatIsNoneIsRefused() {
        assertThat(caller.post("/v1/job/search", "{\"behind\":{\"job_id\":\"x\",\"create_time\":1}}")
                        .body())
                .contains("FFB-5270");
        assertThat(caller.post("/v1/job/search", "{\"behind\":{\"job_id\":\"202601021530450000010\"}}")
                        .body())
                .contains("FFB-5270");
    }

    @Test
    void aJobThatNobodyKnowsIsNone() {
        assertThat(caller.post("/v1/job/search", "{\"job_id\":\"202601021530450000018\"}")
                        .body())
                .contains("\"jobs\":[]", "\"more\":false", "\"retcode\":0");
        assertThat(caller.post("/v1/job/search", "{\"job_id\":\"../x\"}").body())
                .contains("\"jobs\":[]");
    }

    @Test
    void aTextThatNoTableHasFindsNone() {
        assertThat(caller.post("/v1/table/search", "{\"text\":\"in no name, 100%\"}")
                        .body())
                .contains("\"tables\":[]", "\"more\":false", "\"retcode\":0");
    }
}
