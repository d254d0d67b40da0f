package io.fateflow.engine.contract;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.camunda.bpm.engine.BadUserRequestException;
import org.junit.jupiter.api.Test;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Jobs that are submitted where another server, or another client, does the same at that moment, on any database. */
abstract class SubmissionsAtServersContract extends SiteContract {

    @Test
    void firstSubmissionsOfOneShapeAtTwoServersDeployItOnce() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(4);
        List<String> jobs = new ArrayList<>();
        TestSite other = site().another();
        try {
            CyclicBarrier together = new CyclicBarrier(4);
            List<Callable<String>> submissions = new ArrayList<>();
            for (TestSite server : List.of(site(), other, site(), other)) {
                submissions.add(() -> {
                    together.await();
                    return server.jobs().submit(aJob().chainOf(3).submission()).jobId();
                });
            }
            for (Future<String> submission : clients.invokeAll(submissions)) {
                jobs.add(submission.get());
            }
        } finally {
            clients.shutdownNow();
            other.closeEngine();
        }

        assertThat(jobs).doesNotHaveDuplicates();
        assertThat(dagDefinitions()).isEqualTo(1);
        jobs.forEach(job -> site().jobs().stop(job, "canceled"));
        jobs.forEach(job -> awaitStatus(job, "canceled"));
    }

    @Test
    void submissionsAtTwoServersInTheSameMicrosecondAreTwoJobs() {
        Clock still = Clock.fixed(Instant.now(), ZoneOffset.UTC);
        TestSite one = site().another(still);
        TestSite two = site().another(still);
        try {
            String first = one.jobs().submit(aJob().with("a").submission()).jobId();
            String second = two.jobs().submit(aJob().with("a").submission()).jobId();

            assertThat(second).isNotEqualTo(first).startsWith(first.substring(0, 20));
            List.of(first, second).forEach(job -> site().jobs().stop(job, "canceled"));
            List.of(first, second).forEach(job -> awaitStatus(job, "canceled"));
        } finally {
            one.closeEngine();
            two.closeEngine();
        }
    }

    @Test
    void theIdOfAJobIsNoBusinessKeyForAnother() {
        String job = submit(aJob().with("a"));
        Map<String, Object> variables = Map.of(
                "dsl", aJob().with("a").dsl(),
                "runtimeConf", aJob().with("a").conf());

        assertThatThrownBy(
                        () -> site().engine().getRuntimeService().startProcessInstanceByKey("fate-job", job, variables))
                .isInstanceOf(BadUserRequestException.class)
                .hasMessageContaining("FFB-2009 there is a job " + job);
        site().jobs().stop(job, "canceled");
        awaitStatus(job, "canceled");
    }
}
