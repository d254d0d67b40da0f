package io.fateflow.webapp.camunda;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

import org.camunda.bpm.engine.HistoryService;
import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.identity.User;
import org.camunda.bpm.engine.runtime.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** What an account may do at engine REST that has no rights, and what answers it has. */
@ServerTest
class EngineRightsTest {

    private static final String USER = "withoutRights";

    @Autowired
    private Caller caller;

    @Autowired
    private IdentityService identities;

    @Autowired
    private HistoryService history;

    @Autowired
    private ManagementService management;

    @BeforeEach
    void anAccountWithoutRights() {
        if (identities.createUserQuery().userId(USER).count() == 0) {
            User user = identities.newUser(USER);
            user.setPassword("a-password");
            identities.saveUser(user);
        }
    }

    @Test
    @Tag("slow")
    void theCleanUpOfTheHistoryIsTheAdministrators() {
        Job job = history.findHistoryCleanupJobs().get(0);
        String path = "/engine-rest/job/" + job.getId();

        assertThat(put(path + "/suspended", "{\"suspended\": true}", USER, "a-password"))
                .isEqualTo(403);
        assertThat(put(path + "/retries", "{\"retries\": 0}", USER, "a-password"))
                .isEqualTo(403);
        assertThat(caller.send(caller.request(path, USER, "a-password").DELETE())
                        .statusCode())
                .isEqualTo(403);
        assertThat(management.createJobQuery().jobId(job.getId()).singleResult().isSuspended())
                .isFalse();
        assertThat(put(path + "/suspended", "{\"suspended\": false}", "admin", ServerTest.PASSWORD))
                .isEqualTo(204);
    }

    @Test
    void figuresOfTheEngineAreAnswered() {
        assertThat(get("/engine-rest/metrics")).isEqualTo(200);
        assertThat(get("/engine-rest/metrics/activity-instance-start/sum")).isEqualTo(200);
        assertThat(get("/engine-rest/metrics/job-successful/sum")).isEqualTo(200);
    }

    private int get(String path) {
        return caller.send(caller.request(path, "admin", ServerTest.PASSWORD).GET())
                .statusCode();
    }

    private int put(String path, String body, String user, String password) {
        HttpResponse<String> answer = caller.send(caller.request(path, user, password)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(body)));
        return answer.statusCode();
    }
}
