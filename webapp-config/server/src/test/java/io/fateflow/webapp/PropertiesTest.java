package io.fateflow.webapp;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

import io.fateflow.webapp.camunda.AdminProperties;
import io.fateflow.webapp.camunda.SiteProperties;
import io.fateflow.webapp.data.DownloadProperties;
import io.fateflow.webapp.database.DatabaseProperties;
import io.fateflow.webapp.engine.WorkerProperties;
import io.fateflow.webapp.exchange.ExchangeProperties;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.model.archive.ModelProperties;
import io.fateflow.webapp.node.NodeProperties;
import io.fateflow.webapp.security.AccessProperties;
import io.fateflow.webapp.security.AuthenticationProperties;

import static org.assertj.core.api.Assertions.assertThat;

class PropertiesTest {

    @Test
    void haveSafeDefaults() {
        assertThat(bind("fate", FateHome.class, Map.of())).isEqualTo(new FateHome(Path.of("fate-flow-home")));
        AccessProperties access = bind("fate.access", AccessProperties.class, Map.of());
        assertThat(access.hostNames()).isEmpty();
        assertThat(access.maxBody()).isEqualTo(DataSize.ofMegabytes(64));
        assertThat(access.roles()).isFalse();
        assertThat(access.keys()).isEmpty();
        assertThat(access.clientRoles()).isEmpty();
        assertThat(access.ofProjects().areUsed()).isFalse();
        AuthenticationProperties authentication = bind("fate.authentication", AuthenticationProperties.class, Map.of());
        assertThat(authentication.client().enabled()).isFalse();
        assertThat(authentication.client().httpSecretKey()).isEmpty();
        assertThat(authentication.site().enabled()).isFalse();
        assertThat(authentication.site().acceptMd5()).isFalse();
        assertThat(bind("fate.exchange", ExchangeProperties.class, Map.of()))
                .isEqualTo(new ExchangeProperties(
                        DataSize.ofGigabytes(1), Duration.ofMinutes(10), Duration.ofSeconds(30)));
        assertThat(bind("fate.download", DownloadProperties.class, Map.of()).folders())
                .isEmpty();
        assertThat(bind("fate.models", ModelProperties.class, Map.of()))
                .isEqualTo(new ModelProperties(null, DataSize.ofGigabytes(1), DataSize.ofMegabytes(32)));
        assertThat(bind("fate.admin", AdminProperties.class, Map.of())).isEqualTo(new AdminProperties("admin", ""));
    }

    @Test
    void waitForADatabaseThatComesUpAndForNobodyWhoStandsStill() {
        assertThat(bind("fate.database", DatabaseProperties.class, Map.of()))
                .isEqualTo(new DatabaseProperties(
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(12),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(2)));
    }

    @Test
    void findTheDeadSoonAndWaitForWhoComesBack() {
        assertThat(bind("fate.node", NodeProperties.class, Map.of()))
                .isEqualTo(new NodeProperties("", "", Duration.ofSeconds(2)));
        SiteProperties site = bind("fate.site", SiteProperties.class, Map.of());
        assertThat(site.nodeSilence()).isEqualTo(Duration.ofSeconds(8));
        assertThat(site.workerSilence()).isEqualTo(Duration.ofSeconds(15));
        assertThat(site.workerAbsence()).isEqualTo(Duration.ofMinutes(10));
        WorkerProperties worker = bind("fate.worker", WorkerProperties.class, Map.of());
        assertThat(worker.heartbeat()).isEqualTo(Duration.ofSeconds(3));
        assertThat(worker.longestSilence()).isEqualTo(Duration.ofMinutes(2));
        assertThat(worker.minFreeDisk()).isEqualTo(DataSize.ofMegabytes(256));
    }

    @Test
    void askForNothingOfNodesAndDeclareNothing() {
        SiteProperties site = bind("fate.site", SiteProperties.class, Map.of());
        assertThat(site.placement()).isEqualTo("pack");
        assertThat(site.resources()).isEmpty();
        assertThat(bind("fate.worker", WorkerProperties.class, Map.of()).resources())
                .isEmpty();
    }

    @Test
    void haveOneQueueForAll() {
        SiteProperties site = bind("fate.site", SiteProperties.class, Map.of());
        assertThat(site.queues()).isEmpty();
        assertThat(site.defaultQueue()).isEqualTo("default");
        assertThat(site.accountQueues()).isEmpty();
        assertThat(site.usageHalfLife()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void sayOfAQueueWhatIsSaidOfIt() {
        SiteProperties site = bind(
                "fate.site",
                SiteProperties.class,
                Map.of("fate.site.queues.research.weight", "3", "fate.site.account-queues.alice", "research"));
        assertThat(site.queues())
                .containsEntry(
                        "research",
                        new SiteProperties.QueueProperties(new BigDecimal(3), new BigDecimal(0), null, Map.of()));
        assertThat(site.accountQueues()).containsEntry("alice", "research");
    }

    @Test
    void goByFateFlowsNames() {
        AuthenticationProperties authentication = bind(
                "fate.authentication",
                AuthenticationProperties.class,
                Map.of("fate.authentication.client.switch", "true", "fate.authentication.client.http-app-key", "k"));

        assertThat(authentication.client().enabled()).isTrue();
        assertThat(authentication.client().httpAppKey()).isEqualTo("k");
    }

    @Test
    void neverShowSecrets() {
        assertThat(new AuthenticationProperties.Client(true, "k", "topsecret").toString())
                .doesNotContain("topsecret");
        assertThat(new AdminProperties("a", "topsecret").toString()).doesNotContain("topsecret");
    }

    private static <T> T bind(String prefix, Class<T> type, Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate(prefix, type);
    }
}
