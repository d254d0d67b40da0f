package io.fateflow.engine.contract;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import org.camunda.bpm.engine.externaltask.ExternalTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import io.fateflow.dsl.Problem;
import io.fateflow.engine.contract.WebhookReceiver.Received;
import io.fateflow.engine.contract.WebhookReceiver.Said;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.notification.AllowedHosts;
import io.fateflow.engine.notification.NotificationSettings;
import io.fateflow.engine.notification.NotificationSettings.DeliveryLimits;
import io.fateflow.engine.notification.NotificationSettings.ForJobs;
import io.fateflow.engine.notification.NotifiedEvent;
import io.fateflow.engine.notification.Receiver;
import io.fateflow.engine.notification.Receiver.Scope;
import io.fateflow.engine.notification.WebhookSecret;
import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueSettings;
import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/** Receivers are told of jobs, whatever goes wrong on the way, or an operator sees that they are not; on any database. */
abstract class NotificationContract {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OLD_SECRET = "whsec_plJ3nmyCDGBKInavdOK15jslAAAAAAAA";
    private static final String TOKEN = "token-of-the-url";
    private static final Duration LONG_WAIT = Duration.ofMinutes(30);
    private static final Set<NotifiedEvent> ALL = EnumSet.copyOf(NotifiedEvent.ofJobs());

    private final WebhookReceiver receiver = new WebhookReceiver();
    private TestSite site;

    abstract Database database();

    @BeforeEach
    void openSite() {
        site = TestSite.on(database(), settings(true), Clock.systemUTC());
    }

    @AfterEach
    void nothingIsLeft() {
        try {
            Invariants.assertNothingIsLeft(site);
        } finally {
            site.close();
            receiver.close();
        }
    }

    private EngineSettings settings(boolean privateAddresses) {
        return settings(privateAddresses, List.of(Duration.ofMillis(20), Duration.ofMillis(20)));
    }

    private EngineSettings settings(boolean privateAddresses, List<Duration> pauses) {
        return EngineSettings.standard()
                .with(new NotificationSettings(
                        URI.create("https://flow.example/"),
                        Map.of(
                                "ops", to("ops", "/ops?key=" + TOKEN, ALL, Scope.OWN),
                                "on-call", to("on-call", "/on-call", EnumSet.of(NotifiedEvent.FAILED), Scope.NAMED)),
                        new ForJobs(
                                new AllowedHosts(List.of("127.0.0.1:" + receiver.port())),
                                List.of(WebhookSecret.of(SECRET)),
                                privateAddresses),
                        LONG_WAIT,
                        new DeliveryLimits(
                                pauses, Duration.ofSeconds(2), Duration.ofSeconds(3), Duration.ofSeconds(10))));
    }

    private Receiver to(String name, String path, Set<NotifiedEvent> events, Scope scope) {
        return new Receiver(
                name,
                receiver.url(path),
                List.of(WebhookSecret.of(SECRET), WebhookSecret.of(OLD_SECRET)),
                events,
                scope);
    }

    private static final String OPS = "/ops?key=" + TOKEN;

    private String succeeds(JobFixture job) throws InterruptedException {
        return runs(job, true);
    }

    private String fails(JobFixture job) throws InterruptedException {
        return runs(job, false);
    }

    private String runs(JobFixture fixture, boolean well) throws InterruptedException {
        return ends(
                fixture,
                well ? TestWorker.succeeded() : TestWorker.failed("FFB-9990 column x is missing\nWhat to do: add it"),
                well ? "success" : "failed");
    }

    private String ends(JobFixture fixture, ExecutorReport report, String status) throws InterruptedException {
        String job = site.jobs().submit(fixture.submission()).jobId();
        try (TestWorker worker = TestWorker.ending(site, task -> report)) {
            await().atMost(LONG_ENOUGH).until(() -> status.equals(site.jobStatus(job)));
            assertThat(worker.troubles()).isEmpty();
        }
        return job;
    }

    private void awaitOutcomes(String... outcomes) {
        await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(outcomes()).containsExactlyInAnyOrder(outcomes));
    }

    private List<String> outcomes() {
        return site.jdbc()
                .queryForList("select receiver || ' ' || event || ' ' || outcome from notification", String.class);
    }

    @Test
    void aSuccessIsToldOnceAndSignedWithEachSecret() throws Exception {
        site.notifying();

        String job = succeeds(aJob().with("a"));

        awaitOutcomes("ops job.success delivered");
        Received told = only(receiver.received());
        JsonNode body = told.json();
        assertThat(told.path()).isEqualTo(OPS);
        assertThat(body.path("event").asText()).isEqualTo("job.success");
        assertThat(body.path("id").asText()).isEqualTo(told.id()).startsWith("msg_");
        assertThat(body.path("link").asText()).isEqualTo("https://flow.example/jobs/" + job);
        assertThat(body.at("/job/job_id").asText()).isEqualTo(job);
        assertThat(body.at("/job/status").asText()).isEqualTo("success");
        assertThat(body.at("/job/progress").asInt()).isEqualTo(100);
        assertThat(body.at("/job/roles/host/0").asInt()).isEqualTo(10000);
        assertThat(body.at("/job/ended").asLong() - body.at("/job/started").asLong())
                .isEqualTo(body.at("/job/elapsed").asLong());
        assertThat(body.has("reason")).isFalse();
        assertThat(told.signature()).isEqualTo(signed(SECRET, told) + " " + signed(OLD_SECRET, told));
        assertThat(audit()).containsExactly("done");
        assertThat(running("fate-notify")).isZero();
        assertThat(site.jdbc().queryForList("select body from notification", String.class))
                .containsExactly("");
    }

    private static Received only(List<Received> received) {
        assertThat(received).hasSize(1);
        return received.get(0);
    }

    /** As a receiver computes it. */
    private static String signed(String secret, Received told) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(6)), "HmacSHA256"));
        String content = told.id() + "." + told.timestamp() + "." + told.body();
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(content.getBytes(StandardCharsets.UTF_8)));
    }

    private List<String> audit() {
        return site.jdbc()
                .queryForList("select outcome from audit_log where action = 'notify' order by id", String.class);
    }

    private long running(String process) {
        return site.engine()
                .getRuntimeService()
                .createProcessInstanceQuery()
                .processDefinitionKey(process)
                .count();
    }

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
    void aReceiverThatFailsTwiceIsToldInTheEndWithTheSameIdAndBody() throws Exception {
        site.notifying();
        receiver.answers(OPS, 500, 503);

        succeeds(aJob().with("a"));

        awaitOutcomes("ops job.success delivered");
        assertThat(receiver.received()).hasSize(3);
        assertThat(receiver.received())
                .extracting(Received::id)
                .containsOnly(receiver.received().get(0).id());
        assertThat(receiver.received())
                .extracting(Received::body)
                .containsOnly(receiver.received().get(0).body());
        assertThat(site.jdbc().queryForObject("select tries from notification", Integer.class))
                .isEqualTo(3);
        assertThat(audit()).containsExactly("done");
    }

    @Test
    void whatIsTriedInVainIsAnIncidentWithTheReceiversWordsAndAnOperatorsRetryDeliversIt() throws Exception {
        site.notifying();
        receiver.answers(OPS, 500, 502, 500);

        String job = succeeds(aJob().with("a"));

        awaitIncident(
                "FFB-3040 receiver ops was not told job.success of job " + job, "it answers 500: said by the test");
        assertThat(receiver.received()).hasSize(3);
        assertThat(audit()).containsExactly("refused");

        retry();

        awaitOutcomes("ops job.success delivered");
        assertThat(receiver.received())
                .extracting(Received::id)
                .containsOnly(receiver.received().get(0).id());
        assertThat(incidents()).isEmpty();
    }

    private void awaitIncident(String... words) {
        await().atMost(LONG_ENOUGH)
                .untilAsserted(() -> assertThat(incidents()).singleElement().satisfies(text -> assertThat(text)
                        .contains(words)));
    }

    private List<String> incidents() {
        return site.doctor().look().stream()
                .filter(finding -> finding.rule() == Rule.INCIDENT)
                .map(Finding::toString)
                .toList();
    }

    private ExternalTask task() {
        return site.engine()
                .getExternalTaskService()
                .createExternalTaskQuery()
                .topicName("fate-notification")
                .singleResult();
    }

    /** As in Cockpit; a server looks by itself within seconds, too. */
    private void retry() {
        site.engine().getExternalTaskService().setRetries(task().getId(), 1);
        site.lookAtNotifications();
    }

    @Test
    void aRefusalIsAnIncidentAtOnce() throws Exception {
        site.notifying();
        receiver.answers(OPS, 400);

        succeeds(aJob().with("a"));

        awaitIncident("FFB-3041 receiver ops", "it answers 400: said by the test", "What to do: ");
        assertThat(receiver.received()).hasSize(1);
        retry();
        awaitOutcomes("ops job.success delivered");
    }

    @Test
    void aReceiverThatIsGoneIsCalledNoMoreAndNoOperatorIs() throws Exception {
        site.notifying();
        receiver.answers(OPS, 410);

        succeeds(aJob().with("a"));

        awaitOutcomes("ops job.success gone");
        assertThat(running("fate-notify")).isZero();
        assertThat(incidents()).isEmpty();
        assertThat(audit()).containsExactly("refused");
        assertThat(receiver.received()).hasSize(1);
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        site.notifying();
        receiver.answer(
                OPS, new Said(307, Map.of("Location", receiver.url("/elsewhere").toString()), ""));

        succeeds(aJob().with("a"));

        awaitIncident("FFB-3041", "it answers 307", "redirects are not followed");
        assertThat(receiver.at("/elsewhere")).isEmpty();
        retry();
        awaitOutcomes("ops job.success delivered");
    }

    @Test
    void aReceiverThatHangsKeepsNeitherOthersNorTheEngineWaiting() throws Exception {
        site.notifying();
        receiver.answers("/hangs", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        String hangs = "{\"url\": \"%s\"}".formatted(receiver.url("/hangs"));
        List<String> first = List.of(
                succeeds(aJob().with("a").notifying("[" + hangs + "]")),
                succeeds(aJob().with("a").notifying("[" + hangs + "]")),
                succeeds(aJob().with("a").notifying("[" + hangs + "]")));

        await().atMost(Duration.ofMillis(2500))
                .untilAsserted(() -> assertThat(receiver.at(OPS)).hasSize(3));

        assertThat(first).hasSize(3);
        assertThat(receiver.at("/hangs")).as("few at once").hasSizeLessThanOrEqualTo(2);
        assertThat(site.connectionsInUse())
                .as("nobody holds a connection meanwhile")
                .isLessThanOrEqualTo(1);
        await().atMost(LONG_ENOUGH).until(() -> incidents().size() == 3);
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
                        "Name one of on-call, ops, or ask the operator to configure it"));
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
    void whatAServerHasWrittenDownAndNotDeliveredAnotherDelivers() throws Exception {
        String job = succeeds(aJob().with("a"));
        assertThat(receiver.received()).isEmpty();
        site.closeEngine();

        site = site.another(settings(true), Clock.systemUTC()).notifying();

        awaitOutcomes("ops job.success delivered");
        assertThat(only(receiver.received()).json().at("/job/job_id").asText()).isEqualTo(job);
    }

    @Test
    void whatAServerTookAndDidNotWriteDownIsDeliveredAgainWithTheSameId() throws Exception {
        succeeds(aJob().with("a"));
        String held = task().getId();
        site.engine().getExternalTaskService().lock(held, "notifications-of-a-dead-server", 600_000);
        site.notifying();
        site.jdbc().update("update act_ru_ext_task set lock_exp_time_ = ?", new Timestamp(1));
        site.lookAtNotifications();

        awaitOutcomes("ops job.success delivered");
        assertThat(receiver.received())
                .extracting(Received::id)
                .containsExactly(site.jdbc().queryForObject("select notification_id from notification", String.class));
    }

    @Test
    void whatAnotherServerHoldsIsNotTaken() throws Exception {
        succeeds(aJob().with("a"));
        site.engine().getExternalTaskService().lock(task().getId(), "notifications-of-another-server", 600_000);

        assertThat(site.notifications().due().take(5, List.of())).isEmpty();

        site.engine().getExternalTaskService().unlock(task().getId());
        assertThat(site.notifications().due().take(5, List.of("ops")))
                .as("busy")
                .isEmpty();
        assertThat(site.notifications().due().take(5, List.of())).hasSize(1);
    }

    @Test
    void ofTwoServersOneDelivers() throws Exception {
        TestSite other = site.another(settings(true), Clock.systemUTC()).notifying();
        try (TestWorker worker = TestWorker.succeeding(site)) {
            List<String> jobs = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                jobs.add(site.jobs().submit(aJob().with("a").submission()).jobId());
            }
            await().atMost(LONG_ENOUGH)
                    .until(() -> jobs.stream().allMatch(job -> "success".equals(site.jobStatus(job))));
            site.notifying();
            site.lookAtNotifications();
            other.lookAtNotifications();
            await().atMost(LONG_ENOUGH).until(() -> outcomes().stream().allMatch("ops job.success delivered"::equals));
            assertThat(worker.troubles()).isEmpty();
        }
        other.closeEngine();

        assertThat(receiver.received()).extracting(Received::id).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    void aJobThatWaitsForLongIsToldOfAndOneThatHasBegunIsNot() throws Exception {
        site.notifying();
        String holder = site.jobs()
                .submit(aJob().with("a").parameter("task_cores", 8).submission())
                .jobId();
        List<ExecutorTask> held = fetch(2);
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
        held.forEach(task -> site.executorTasks().complete("w", task.id(), TestWorker.succeeded()));
        List<ExecutorTask> its = fetch(2);
        String third = site.jobs()
                .submit(aJob().with("a").parameter("task_cores", 8).submission())
                .jobId();
        await().atMost(LONG_ENOUGH).until(() -> running("fate-long-wait") == 1);
        its.forEach(task -> site.executorTasks().complete("w", task.id(), TestWorker.succeeded()));
        List<ExecutorTask> last = fetch(2);
        itHasWaited(LONG_WAIT);
        timeIsOver();
        await().atMost(LONG_ENOUGH).until(() -> running("fate-long-wait") == 0);
        last.forEach(task -> site.executorTasks().complete("w", task.id(), TestWorker.succeeded()));
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

    private List<ExecutorTask> fetch(int count) throws InterruptedException {
        List<ExecutorTask> taken = new ArrayList<>();
        long deadline = System.nanoTime() + LONG_ENOUGH.toNanos();
        while (taken.size() < count && System.nanoTime() < deadline) {
            taken.addAll(site.executorTasks().fetch("w", count - taken.size(), Duration.ofSeconds(1)));
        }
        assertThat(taken).hasSize(count);
        return taken;
    }

    @Test
    void aStopIsToldAsCanceled() throws Exception {
        site.notifying();
        String job = site.jobs().submit(aJob().with("a").submission()).jobId();
        fetch(2);

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
        fetch(2);
        String claiming = site.jobs()
                .submit(aJob().with("a")
                        .parameter("task_cores", 2)
                        .queue("small")
                        .submission())
                .jobId();
        await().atMost(LONG_ENOUGH).until(() -> site.waitReason(claiming) != null);

        site.queues().look();

        List<ExecutorTask> its = fetch(2);
        assertThat(its).extracting(ExecutorTask::jobId).containsOnly(claiming);
        assertThat(site.jobStatus(preempted)).isEqualTo("waiting");
        assertThat(outcomes()).isEmpty();
        site.jobs().stop(preempted, "canceled");
        its.forEach(task -> site.executorTasks().complete("w", task.id(), TestWorker.succeeded()));
        await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(outcomes())
                .containsExactlyInAnyOrder("ops job.canceled pending", "ops job.success pending"));
    }

    @Test
    void secretsAndTokensAreNowhereAnybodyLooks() throws Exception {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(logged);
        try {
            site.notifying();
            receiver.answers(OPS, 400);
            String url = receiver.url("/its-own?t=" + TOKEN).toString();
            receiver.answers("/its-own?t=" + TOKEN, 400);

            succeeds(aJob().with("a").notifying("[{\"url\": \"%s\"}]".formatted(url)));

            await().atMost(LONG_ENOUGH).until(() -> incidents().size() == 2);
            assertThat(List.of(
                            rows("select * from act_ru_variable"),
                            rows("select * from act_hi_varinst"),
                            rows("select * from act_ru_incident"),
                            rows("select * from act_ru_ext_task"),
                            rows("select * from act_hi_ext_task_log"),
                            rows("select * from audit_log"),
                            logged.list.toString(),
                            settings(true).toString()))
                    .allSatisfy(text -> assertThat(text)
                            .isNotEmpty()
                            .doesNotContain(TOKEN, SECRET.substring(6), OLD_SECRET.substring(6)));
        } finally {
            root.detachAppender(logged);
        }
    }

    private String rows(String sql) {
        return site.jdbc().queryForList(sql).toString();
    }

    @Test
    void anOperatorTriesAReceiver() {
        receiver.answers(OPS, 204, 401);

        assertThat(site.notifications()
                        .trials()
                        .of("ops")
                        .orElseThrow()
                        .delivery()
                        .outcome())
                .isEqualTo("delivered");
        assertThat(site.notifications()
                        .trials()
                        .of("ops")
                        .orElseThrow()
                        .delivery()
                        .words())
                .isEqualTo("it answers 401: said by the test");
        assertThat(site.notifications().trials().of("nobody")).isEmpty();
        assertThat(receiver.received()).extracting(Received::event).containsExactly("test", "test");
    }
}
