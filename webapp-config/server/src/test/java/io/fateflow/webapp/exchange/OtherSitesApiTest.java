package io.fateflow.webapp.exchange;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.task.NewTask;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.transfer.Address;
import io.fateflow.transfer.ExchangeSpool;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.FederatedServerTest;
import io.fateflow.webapp.StubEngine;
import io.fateflow.webapp.TestJobs;

import static org.assertj.core.api.Assertions.assertThat;

/** What an executor is told about parties that are elsewhere. Nobody listens at the guest's site. */
@FederatedServerTest
@TestPropertySource(
        properties = {
            "fate.federation.routes.9999.host=127.0.0.1",
            "fate.federation.routes.9999.http-port=1",
            "fate.federation.grpc.enabled=true",
            "fate.federation.grpc.port=0",
            "fate.limits.requests-per-minute.partners.77=2"
        })
class OtherSitesApiTest {

    private static final AtomicInteger TASKS = new AtomicInteger();

    private final String task = StubEngine.JOB + "_add_" + TASKS.incrementAndGet();

    @Autowired
    private Caller caller;

    @Autowired
    private ExchangeSpool spool;

    @Autowired
    private JdbcTemplate jdbc;

    @BeforeEach
    void aJobOnSeveralSites() {
        new JobStore(jdbc, Clock.systemUTC())
                .insert(List.of(TestJobs.at(TestJobs.HOST, StubEngine.JOB, JobStatus.RUNNING)));
        new TaskStore(jdbc, Clock.systemUTC())
                .versions()
                .insert(List.of(new NewTask(
                        StubEngine.JOB,
                        new TaskKey(task, 0, new Party("host", 10000)),
                        task.substring(StubEngine.JOB.length() + 1),
                        "Add",
                        new Party("guest", 9999),
                        "MULTIPLE",
                        "PUSH",
                        0,
                        0,
                        true,
                        null)));
    }

    @AfterEach
    void none() throws IOException {
        spool.close(Address.session(task, 0));
        jdbc.update("delete from task where job_id = ?", StubEngine.JOB);
        jdbc.update("delete from job where job_id = ?", StubEngine.JOB);
    }

    @Test
    void takesWhatIsForAnotherSiteAndSaysWhenItIsThere() throws IOException {
        assertThat(put("role=guest&party=9999")).isEqualTo(201);
        assertThat(put("role=guest&party=9999")).isEqualTo(409);
        assertThat(settled()).isEqualTo(204);

        spool.close(Address.session(task, 0));

        assertThat(settled()).isEqualTo(200);
        assertThat(put("role=guest&party=9999")).isEqualTo(410);
    }

    @Test
    void refusesWhoIsNoPartyOfTheJob() {
        var answer =
                caller.send(as("/v1/exchange/send?name=y&role=guest&party=7777").PUT(BodyPublishers.ofString("data")));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("FFB-5205", "guest 7777");
    }

    @Test
    void takesNothingWithoutAToken() {
        assertThat(caller.get("/v1/exchange/settled?wait=0").statusCode()).isEqualTo(401);
        assertThat(caller.send(caller.request("/v1/exchange/receive?name=x&role=guest&party=9999")
                                .DELETE())
                        .statusCode())
                .isEqualTo(401);
    }

    private int put(String to) {
        return caller.send(as("/v1/exchange/send?name=x&" + to).PUT(BodyPublishers.ofString("data")))
                .statusCode();
    }

    private int settled() {
        return caller.send(as("/v1/exchange/settled?wait=0").GET()).statusCode();
    }

    private HttpRequest.Builder as(String path) {
        return caller.request(path).header("Authorization", "Bearer " + task + "/host/10000");
    }

    /** In words that are no answer of FATE's: those would refuse a command for good. */
    @Test
    void aPartnerThatCallsTooOftenIsToldToComeAgain() {
        for (int i = 0; i < 2; i++) {
            assertThat(ofPartner("77").statusCode()).isEqualTo(200);
        }

        HttpResponse<String> refused = ofPartner("77");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).startsWith("FFB-5030").contains("party 77").doesNotContain("retcode");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(ofPartner("78").statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> ofPartner(String party) {
        return caller.send(caller.request("/v1/party/" + StubEngine.JOB + "/host/10000/start")
                .header("Content-Type", "application/json")
                .header("src_party_id", party)
                .header("dest_party_id", "10000")
                .header("src_role", "guest")
                .POST(BodyPublishers.ofString("{}")));
    }
}
