package io.fateflow.engine.contract;

import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

import org.camunda.bpm.engine.ManagementService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.notification.NotificationSettings;
import io.fateflow.engine.notification.NotifiedEvent;
import io.fateflow.engine.notification.Receiver;
import io.fateflow.engine.notification.Receiver.Scope;
import io.fateflow.engine.notification.WebhookSecret;
import io.fateflow.engine.plugin.EngineSettings;

import static io.fateflow.engine.contract.ForeignInitiator.JOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Receivers of a site are told of other sites' jobs that have a part here, if they are configured for those. */
abstract class ForeignNotificationContract extends ForeignContract {

    private final WebhookReceiver receiver = new WebhookReceiver();

    @Override
    EngineSettings settings() {
        return EngineSettings.standard()
                .with(new NotificationSettings(
                        URI.create("https://flow.example"),
                        Map.of("ours", to("ours", Scope.OWN), "theirs", to("theirs", Scope.FOREIGN)),
                        NotificationSettings.ForJobs.none(),
                        null,
                        NotificationSettings.DeliveryLimits.standard()));
    }

    private Receiver to(String name, Scope scope) {
        return new Receiver(
                name,
                receiver.url("/" + name),
                List.of(WebhookSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")),
                EnumSet.copyOf(NotifiedEvent.ofJobs()),
                scope);
    }

    @AfterEach
    void closeReceiver() {
        receiver.close();
    }

    @Test
    void whoMayHaveToDecideAboutAConsentIsToldAndRemindedOfIt() {
        site().notifying();
        PolicyFixture.deploy(site(), PolicyFixture.asking());
        assertThat(job("create", ForeignConsentContract.CREATE).retcode()).isZero();
        job("status/waiting");
        awaitTold("theirs job.consent");

        ManagementService management = site().engine().getManagementService();
        management.executeJob(management
                .createJobQuery()
                .activityId("time_to_remind")
                .singleResult()
                .getId());

        awaitTold("theirs job.consent", "theirs job.consent");
        assertThat(receiver.received()).allSatisfy(told -> {
            assertThat(told.json().at("/reason/message").asText())
                    .contains("FFB-5135", "host 10000", "hospital.h", "a member of fateDataOwners has to decide");
            assertThat(told.json().at("/reason/since").asLong()).isPositive();
            assertThat(told.json().at("/link").asText()).isEqualTo("https://flow.example/consents");
        });
        job("stop/canceled");
        awaitTold("theirs job.canceled", "theirs job.consent", "theirs job.consent");
        PolicyFixture.undeploy(site());
    }

    private void awaitTold(String... told) {
        await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(site().jdbc()
                        .queryForList(
                                "select receiver || ' ' || event from notification where outcome = 'delivered'",
                                String.class))
                .containsExactlyInAnyOrder(told));
    }

    @Test
    void aJobOfAnotherSiteIsToldOfWhenItEndsHereAndOnce() {
        site().notifying();
        startAdd();

        job("stop/canceled");
        job("stop/canceled");
        job("status/canceled");

        await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(
                        site().jdbc().queryForList("select receiver || ' ' || outcome from notification", String.class))
                .containsExactly("theirs delivered"));
        assertThat(receiver.received()).singleElement().satisfies(told -> {
            assertThat(told.path()).isEqualTo("/theirs");
            assertThat(told.event()).isEqualTo("job.canceled");
            assertThat(told.json().at("/site").asLong()).isEqualTo(10000);
            assertThat(told.json().at("/job/job_id").asText()).isEqualTo(JOB);
            assertThat(told.json().at("/job/role").asText()).isEqualTo("host");
            assertThat(told.json().at("/job/initiator/party_id").asLong()).isEqualTo(9999);
        });
    }
}
