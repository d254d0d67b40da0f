package io.fateflow.engine.contract;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import io.fateflow.dsl.Problem;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueSettings;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/** Who is told of which jobs and what; on any database. */
abstract class ToldJobsContract extends NotifyingSite {

    @Test
    void aFailureIsToldWithComponentPartyMessageIdAndRemedy() throws Exception {
        site.notifying();

        fails(aJob().with("a"));

        awaitOutcomes("ops job.failed delivered");
        JsonNode reason = only(receiver.received()).json().path("reason");
        assertThat(reason.path("component").asText()).isEqualTo("a");
        assertThat(reason.path("role").asText()).isIn("guest", "host");
        assertThat(reason.path("message").asText()).contains("component a failed at", "column x is missing");
        assertThat(reason.path("error_id").asText()).isEqualTo("FFB-3001");
        assertThat(reason.path("remedy").asText()).isEqualTo("add it");
        stop(site.jdbc().queryForObject("select distinct job_id from job", String.class));
    }

    @Test
    void theLastLinesOfAComponentStayHere() throws Exception {
        site.notifying();

        String job = ends(aJob().with("a"), TestWorker.failed("it broke\nIts last lines:\nnoise"), "failed");

        awaitOutcomes("ops job.failed delivered");
        assertThat(only(receiver.received()).body()).contains("it broke").doesNotContain("noise");
        stop(job);
    }

    private void stop(String job) {
        site.engine()
                .getRuntimeService()
                .createProcessInstanceQuery()
                .processInstanceBusinessKey(job)
                .processDefinitionKey("fate-job")
                .list()
                .forEach(instance -> site.engine().getRuntimeService().deleteProcessInstance(instance.getId(), "test"));
    }

    @Test
    void aJobNamesReceiversAndUrlsOfAllowedHostsAndEachIsToldOnce() throws Exception {
        site.notifying();
        String url = receiver.url("/its-own?t=" + TOKEN).toString();

        fails(aJob().with("a").notifying("[\"on-call\", \"ops\", {\"url\": \"%s\"}]".formatted(url)));
        fails(aJob().with("a"));

        awaitOutcomes(
                "127.0.0.1 job.failed delivered",
                "on-call job.failed delivered",
                "ops job.failed delivered",
                "ops job.failed delivered");
        assertThat(receiver.at("/its-own?t=" + TOKEN)).singleElement().satisfies(told -> assertThat(told.signature())
                .isEqualTo(signed(SECRET, told)));
        assertThat(site.jdbc().queryForList("select distinct job_id from job", String.class))
                .allSatisfy(this::stop);
    }

    @Test
    void whomASiteDoesNotKnowAJobCantName() {
        String elsewhere = "http://127.0.0.1:" + (receiver.port() + 1) + "/x";

        assertThat(refused("[\"nobody\"]"))
                .extracting(Problem::id, Problem::pointer, Problem::hint)
                .containsExactly(tuple(
                        "FFB-2044",
                        "/job_parameters/common/notifications/0",
                        "Name one of lineage, on-call, ops, or ask the operator to configure it"));
        assertThat(refused("[\"ops\", {\"url\": \"" + elsewhere + "\"}]"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.id()).isEqualTo("FFB-2045");
                    assertThat(problem.pointer()).isEqualTo("/job_parameters/common/notifications/1/url");
                    assertThat(problem.hint()).contains("fate.notifications.allowed-hosts");
                });
        for (String odd : List.of(
                "\"ops\"",
                "[1]",
                "[{\"url\": \"ftp://127.0.0.1/x\"}]",
                "[{\"url\": \"http://u:p@127.0.0.1:1/x\"}]",
                "[{\"url\": \"file:///etc/passwd\"}]",
                "[{\"url\": \"http://a b\"}]")) {
            assertThat(refused(odd)).as(odd).extracting(Problem::id).containsExactly("FFB-2046");
        }
        assertThat(site.jdbc().queryForObject("select count(*) from job", Long.class))
                .isZero();
    }

    private List<Problem> refused(String receivers) {
        JobRejectedException refusal = catchThrowableOfType(JobRejectedException.class, () -> site.jobs()
                .submit(aJob().with("a").notifying(receivers).submission()));
        assertThat(refusal).as(receivers).isNotNull();
        return refusal.problems();
    }

    @Test
    void anAddressOfThisMachineIsNotCalledForAJob() throws Exception {
        site.closeEngine();
        site = site.another(settings(false), Clock.systemUTC()).notifying();

        succeeds(aJob().with("a").notifying("[{\"url\": \"%s\"}]".formatted(receiver.url("/inside"))));

        awaitIncident("FFB-3041 receiver 127.0.0.1", "jobs may send nothing");
        await().atMost(LONG_ENOUGH).until(() -> receiver.at(OPS).size() == 1);
        assertThat(receiver.at("/inside")).isEmpty();
    }

    @Test
    void aJobThatWaitsForLongIsToldOfAndOneThatHasBegunIsNot() throws Exception {
        site.notifying();
        String holder = site.jobs()
                .submit(aJob().with("a").parameter("task_cores", 8).submission())
                .jobId();
        List<ExecutorTask> held = byHand.fetch(2);
        String waits = site.jobs()
                .submit(aJob().with("a").parameter("task_cores", 8).submission())
                .jobId();
        await().atMost(LONG_ENOUGH).until(() -> running("fate-long-wait") == 1);

        itHasWaited(LONG_WAIT);
        timeIsOver();

        awaitOutcomes("ops job.waiting delivered");
        JsonNode body = only(receiver.received()).json();
        assertThat(body.at("/job/job_id").asText()).isEqualTo(waits);
        assertThat(body.at("/reason/message").asText()).contains("16 cores");
        byHand.succeed(held);
        List<ExecutorTask> its = byHand.fetch(2);
        String third = site.jobs()
                .submit(aJob().with("a").parameter("task_cores", 8).submission())
                .jobId();
        await().atMost(LONG_ENOUGH).until(() -> running("fate-long-wait") == 1);
        byHand.succeed(its);
        List<ExecutorTask> last = byHand.fetch(2);
        itHasWaited(LONG_WAIT);
        timeIsOver();
        await().atMost(LONG_ENOUGH).until(() -> running("fate-long-wait") == 0);
        byHand.succeed(last);
        await().atMost(LONG_ENOUGH).until(() -> "success".equals(site.jobStatus(third)));

        assertThat(site.jdbc()
                        .queryForList("select job_id from notification where event = 'job.waiting'", String.class))
                .containsExactly(waits);
        assertThat(site.jobStatus(holder)).isEqualTo("success");
    }

    private void itHasWaited(Duration time) {
        site.jdbc().update("update job set wait_since = wait_since - ?", time.toMillis());
    }

    private void timeIsOver() {
        String timer = site.engine()
                .getManagementService()
                .createJobQuery()
                .activityId("long_time")
                .singleResult()
                .getId();
        site.engine().getManagementService().executeJob(timer);
    }

    @Test
    void aStopIsToldAsCanceled() throws Exception {
        site.notifying();
        String job = site.jobs().submit(aJob().with("a").submission()).jobId();
        byHand.fetch(2);

        site.jobs().stop(job, "canceled");

        awaitOutcomes("ops job.canceled delivered");
    }

    @Test
    void aJobThatIsPreemptedHasNotEnded() throws Exception {
        JobQueue small = new JobQueue("small", BigDecimal.ONE, BigDecimal.valueOf(4), BigDecimal.ZERO);
        QueueSettings queues = new QueueSettings("default", Map.of("small", small), Map.of(), Duration.ofHours(1));
        site.closeEngine();
        site = site.another(settings(true).with(queues), Clock.systemUTC());
        String preempted = site.jobs()
                .submit(aJob().with("a").parameter("task_cores", 10).submission())
                .jobId();
        byHand.fetch(2);
        String claiming = site.jobs()
                .submit(aJob().with("a")
                        .parameter("task_cores", 2)
                        .queue("small")
                        .submission())
                .jobId();
        await().atMost(LONG_ENOUGH).until(() -> site.waitReason(claiming) != null);

        site.queues().look();

        List<ExecutorTask> its = byHand.fetch(2);
        assertThat(its).extracting(ExecutorTask::jobId).containsOnly(claiming);
        assertThat(site.jobStatus(preempted)).isEqualTo("waiting");
        assertThat(outcomes()).isEmpty();
        site.jobs().stop(preempted, "canceled");
        byHand.succeed(its);
        await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(outcomes())
                .containsExactlyInAnyOrder("ops job.canceled pending", "ops job.success pending"));
    }
}
