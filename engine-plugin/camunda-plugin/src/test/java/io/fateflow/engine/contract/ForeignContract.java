package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.federation.wire.Answer;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.ForeignInitiator.JOB;
import static io.fateflow.engine.contract.ForeignInitiator.ask;
import static io.fateflow.engine.contract.ForeignInitiator.createBody;
import static io.fateflow.engine.contract.ForeignInitiator.ofJob;
import static io.fateflow.engine.contract.ForeignInitiator.ofTask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Host 10000 of a new site, and guest 9999 on another, who schedules; after each test nothing may run or be held. */
abstract class ForeignContract {

    static final Duration LONG_ENOUGH = Duration.ofSeconds(20);
    static final String ADD = "\"add_0\": {\"module\": \"SecureAddExample\"}";
    static final String CREATE_ADD = createBody(ADD, "");

    private final ForeignInitiator initiator = new ForeignInitiator();
    private final HandClock clock = new HandClock();
    private TestSite site;

    abstract Database database();

    EngineSettings settings() {
        return EngineSettings.standard();
    }

    @BeforeEach
    void openSite() {
        site = TestSite.federated(database(), initiator.federation(), clock, settings());
    }

    @AfterEach
    void nothingIsLeft() {
        try {
            Invariants.assertNothingIsLeft(site);
        } finally {
            site.close();
        }
    }

    final ForeignInitiator initiator() {
        return initiator;
    }

    final TestSite site() {
        return site;
    }

    /** So much time passes at this site. */
    final void forward(Duration time) {
        clock.forward(time);
    }

    final void startAdd() {
        job("create", CREATE_ADD);
        job("status/waiting");
        job("resource/apply");
        job("start");
        task("status/running");
        task("start");
    }

    final Answer job(String action) {
        return job(action, "{}");
    }

    final Answer job(String action, String body) {
        return call(ofJob(action), body);
    }

    final Answer task(String action) {
        return task(action, "{}");
    }

    final Answer task(String action, String body) {
        return call(ofTask("add_0", 0, action), body);
    }

    final Answer call(String path, String body) {
        return ask(site.partyCalls(), path, body);
    }

    final ExecutorTask fetch() throws InterruptedException {
        List<ExecutorTask> tasks = site.executorTasks().fetch("w", 1, LONG_ENOUGH);
        assertThat(tasks).hasSize(1);
        return tasks.get(0);
    }

    final String jobStatus() {
        return site.jobStatus(JOB);
    }

    final void awaitReported(String... statuses) {
        await().atMost(LONG_ENOUGH)
                .untilAsserted(() -> assertThat(initiator.reported()).containsExactly(statuses));
    }
}
