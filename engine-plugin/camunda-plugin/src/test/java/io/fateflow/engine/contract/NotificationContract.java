package io.fateflow.engine.contract;

import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import org.camunda.bpm.engine.externaltask.ExternalTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import io.fateflow.engine.contract.WebhookReceiver.Received;
import io.fateflow.engine.contract.WebhookReceiver.Said;
import io.fateflow.engine.notification.Delivery;
import io.fateflow.engine.notification.DueNotifications;
import io.fateflow.engine.notification.DueNotifications.Taken;
import io.fateflow.engine.notification.NotificationSettings.DeliveryLimits;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Receivers are told, whatever goes wrong on the way, or an operator sees that they are not; on any database. */
abstract class NotificationContract extends NotifyingSite {

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

    @Test
    void aJobsEndIsABeginningAndAnEndOfARunForWhoWantsOpenLineage() throws Exception {
        site.notifying();

        String done = succeeds(aJob().with("a").notifying("[\"lineage\"]"));
        String failed = fails(aJob().with("a").notifying("[\"lineage\"]"));

        await().atMost(LONG_ENOUGH)
                .untilAsserted(() -> assertThat(receiver.at(LINEAGE)).hasSize(4));
        assertThat(lineage(done))
                .extracting(event -> event.path("eventType").asText())
                .containsExactlyInAnyOrder("START", "COMPLETE");
        assertThat(lineage(done))
                .extracting(event -> event.at("/run/runId").asText())
                .doesNotContainAnyElementsOf(lineage(failed).stream()
                        .map(event -> event.at("/run/runId").asText())
                        .toList())
                .containsOnly(lineage(done).get(0).at("/run/runId").asText());
        assertThat(lineage(failed))
                .filteredOn(event -> event.path("eventType").asText().equals("FAIL"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.at("/job/namespace").asText()).isEqualTo("bank-a");
                    assertThat(event.at("/run/facets/errorMessage/message").asText())
                            .contains("FFB-9990");
                    assertThat(event.path("inputs").isArray()).isTrue();
                });
        assertThat(receiver.at(LINEAGE)).allSatisfy(told -> {
            assertThat(told.authorization()).isEqualTo("Bearer key-of-the-catalogue");
            assertThat(told.signature()).isEqualTo("null");
        });
    }

    private List<JsonNode> lineage(String job) {
        return receiver.at(LINEAGE).stream()
                .map(Received::json)
                .filter(event -> event.at("/run/facets/fate_job/jobId").asText().equals(job))
                .toList();
    }

    @Test
    void whoListensOnThisServerHearsOfEndsBehindTheirCommit() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        site.jobEnds().register(job -> heard.add(job + " " + site.jobStatus(job)));

        String done = succeeds(aJob().with("a"));
        String stopped = site.jobs().submit(aJob().with("a").submission()).jobId();
        site.jobs().stop(stopped, "canceled");

        await().untilAsserted(() -> assertThat(heard).containsExactly(done + " success", stopped + " canceled"));
    }

    private List<String> audit() {
        return site.jdbc()
                .queryForList("select outcome from audit_log where action = 'notify' order by id", String.class);
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
    @Tag("slow")
    void aReceiverThatHangsKeepsNeitherOthersNorTheEngineWaiting() throws Exception {
        Duration soon = Duration.ofMillis(20);
        DeliveryLimits limits = new DeliveryLimits(
                List.of(soon, soon), Duration.ofSeconds(2), Duration.ofSeconds(3), Duration.ofSeconds(10));
        site = site.another(settings(true, limits), Clock.systemUTC()).notifying();
        receiver.answers("/hangs", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        String hangs = "{\"url\": \"%s\"}".formatted(receiver.url("/hangs"));
        List<String> first = List.of(
                succeeds(aJob().with("a").notifying("[" + hangs + "]")),
                succeeds(aJob().with("a").notifying("[" + hangs + "]")),
                succeeds(aJob().with("a").notifying("[" + hangs + "]")));

        await().atMost(Duration.ofMillis(2500))
                .untilAsserted(() -> assertThat(receiver.at(OPS)).hasSize(3));

        assertThat(first).hasSize(3);
        assertThat(receiver.mostWithin(Duration.ofSeconds(2), "/hangs"))
                .as("few at once: nobody gives one up so soon")
                .isBetween(1L, 2L);
        assertThat(site.connectionsInUse())
                .as("nobody holds a connection meanwhile")
                .isLessThanOrEqualTo(1);
        await().atMost(LONG_ENOUGH).until(() -> incidents().size() == 3);
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

    /** It was looked for just before: who now rests until the next look rests 20 s too long. */
    @Test
    void whatBecomesDueBetweenALookAndTheRestIsDueAtOnce() throws Exception {
        HandClock clock = new HandClock();
        TestSite other = site.another(settings(true, List.of(Duration.ofMinutes(10))), clock);
        DueNotifications due = other.notifications().due();
        Duration longest = Duration.ofSeconds(20);
        assertThat(due.nextWithin(longest, List.of())).as("none").isEqualTo(longest);
        succeeds(aJob().with("a"));
        assertThat(due.nextWithin(longest, List.of())).as("new").isZero();
        Taken taken = due.take(1, List.of()).get(0);
        assertThat(due.nextWithin(longest, List.of())).as("held").isEqualTo(longest);
        due.tried(taken, new Delivery.Failed("500", null));
        assertThat(due.take(1, List.of())).as("too early").isEmpty();
        assertThat(due.nextWithin(Duration.ofHours(1), List.of()))
                .isBetween(Duration.ofMinutes(1), Duration.ofMinutes(10));

        clock.forward(Duration.ofMinutes(10));

        assertThat(due.nextWithin(longest, List.of())).isZero();
        assertThat(due.nextWithin(longest, List.of("ops"))).as("busy").isEqualTo(longest);
        assertThat(due.take(1, List.of())).hasSize(1);
        other.closeEngine();
    }

    @Test
    @Tag("slow")
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
