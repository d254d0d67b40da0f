package io.fateflow.webapp.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.dsl.Party;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.party.ComponentChecks.Planned;
import io.fateflow.engine.party.Providers;
import io.fateflow.webapp.storage.FileContents;
import io.fateflow.webapp.storage.FolderTables;
import io.fateflow.worker.table.TableStore;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

class SiteProvidersTest {

    private static final String OWN_VERSION = "1.11.4";
    private static final String FOUND = """
            {"fate@1.11.3": {"trouble": "", "modules": {"HeteroNN": "", "HeteroLR": "", "FTL": "needs tensorflow"}}}
            """;

    private static final List<Party> JAVA_SITES = List.of(new Party("guest", 9999), new Party("host", 10001));
    private static final List<Party> WITH_FATE_FLOW = List.of(new Party("guest", 9999), new Party("host", 10000));

    @TempDir
    Path directory;

    @Test
    void builtInComponentsRunWhatTheyCanUnlessAVersionIsNamed() {
        SiteProviders site = site(FOUND, "1.11.3");

        assertThat(site.ofSubmitted("HeteroLR", "", JAVA_SITES)).isEqualTo(Providers.BUILT_IN);
        assertThat(site.ofSubmitted("HeteroLR", "fate", JAVA_SITES)).isEqualTo(Providers.BUILT_IN);
        assertThat(site.ofSubmitted("HeteroLR", "fate@1.11.3", JAVA_SITES)).isEqualTo("fate@1.11.3");
        assertThat(site.here("HeteroLR", "", JAVA_SITES)).isEqualTo(Providers.BUILT_IN);
        assertThat(site.here("HeteroLR", "fate@1.11.3", JAVA_SITES)).isEqualTo("fate@1.11.3");
    }

    @Test
    void whatTheyHaveNotIsLeftToAnInstallationThatCanImportIt() {
        SiteProviders site = site(FOUND, "1.11.3");

        assertThat(site.ofSubmitted("HeteroNN", "", JAVA_SITES)).isEqualTo("fate@1.11.3");
        assertThat(site.here("HeteroNN", "", JAVA_SITES)).isEqualTo("fate@1.11.3");
        assertThat(site.ofSubmitted("FTL", "", JAVA_SITES)).isEqualTo(Providers.BUILT_IN);
    }

    @Test
    void aSiteMayPreferItsInstallationForWhatItSubmitsAndForNothingElse() {
        SiteProviders site = site(FOUND, "1.11.3", "heterolr");

        assertThat(site.ofSubmitted("HeteroLR", "", JAVA_SITES)).isEqualTo("fate@1.11.3");
        assertThat(site.ofSubmitted("HeteroLinR", "", JAVA_SITES)).isEqualTo(Providers.BUILT_IN);
        assertThat(site.here("HeteroLR", "", JAVA_SITES))
                .as("its initiator decides")
                .isEqualTo(Providers.BUILT_IN);
    }

    @Test
    void withASiteOfFateFlowsItsInstallationRunsWhatItHasWhoeverSubmits() {
        SiteProviders site = site(FOUND, "1.11.3");

        assertThat(site.ofSubmitted("HeteroLR", "", WITH_FATE_FLOW)).isEqualTo("fate@1.11.3");
        assertThat(site.here("HeteroLR", "", WITH_FATE_FLOW)).isEqualTo("fate@1.11.3");
        assertThat(site.here("Reader", "", WITH_FATE_FLOW)).isEqualTo(Providers.BUILT_IN);
        assertThat(site.here("FTL", "", WITH_FATE_FLOW))
                .as("can be refused with the reason; a built-in one would wait for ever")
                .isEqualTo("fate@1.11.3");
    }

    @Test
    void theVersionThatTheBuiltInComponentsStandForMeansThemWhereNothingIsInstalled() {
        assertThat(site(null, "1.11.3").ofSubmitted("HeteroLR", "fate@1.11.4", JAVA_SITES))
                .isEqualTo(Providers.BUILT_IN);
        assertThat(site(null, "1.11.4").ofSubmitted("HeteroLR", "fate@1.11.4", JAVA_SITES))
                .isEqualTo("fate@1.11.4");
    }

    @Test
    void aProviderOfOtherModulesSaysNothingOfThisOne() {
        assertThat(site(FOUND, "1.11.3").ofSubmitted("Reader", "fate@1.11.3", JAVA_SITES))
                .isEqualTo(Providers.BUILT_IN);
        assertThat(site(FOUND, "1.11.3").here("Reader", "fate@1.11.3", JAVA_SITES))
                .isEqualTo(Providers.BUILT_IN);
    }

    @Test
    void theEnvironmentAloneMakesAnInstallation() throws Exception {
        Path home = Files.createDirectories(directory.resolve("fate/python"));
        Files.writeString(directory.resolve("fate/fate.env"), "FATE=1.11.4\n");

        assertThat(site(null, Map.of("FATE_PYTHON_HOME", home.toString()), List.of())
                        .names())
                .containsExactly("fate@1.11.4");
    }

    @Test
    void aModuleThatNoWorkerCouldImportIsRefusedWithTheReason() {
        assertThat(objection(site(FOUND, "1.11.3"), "FTL", "fate@1.11.3"))
                .contains("fate@1.11.3 cannot import its FTL: needs tensorflow", "fate.worker.providers");
        assertThat(objection(site(FOUND, "1.11.3"), "PSI", "fate@1.11.3")).contains("fate@1.11.3 has no module PSI");
        assertThat(objection(site(FOUND, "1.11.3"), "HeteroNN", "fate@1.11.3")).isEmpty();
    }

    @Test
    void aProviderThatIsNotHereIsRefusedWithThoseThatAre() {
        assertThat(objection(site(FOUND, "1.11.3"), "HeteroLR", "fate@1.10.0"))
                .contains("no worker of this site has the provider fate@1.10.0", "only fate@1.11.3");
    }

    @Test
    void anInstallationThatCannotStartRunsNothing() {
        String found = "{\"fate@1.11.3\": {\"trouble\": \"python3 cannot be started\", \"modules\": {}}}";

        assertThat(objection(site(found, "1.11.3"), "HeteroLR", "fate@1.11.3"))
                .contains("can run nothing: python3 cannot be started");
    }

    @Test
    void beforeAnyWorkerHasFoundOutNothingIsRefused() {
        assertThat(objection(site(null, "1.11.3"), "FTL", "fate@1.11.3")).isEmpty();
    }

    private String objection(SiteProviders site, String module, String provider) {
        Party guest = new Party("guest", 9999);
        return new InstalledChecks(
                        worker(List.of()),
                        new FolderTables(new TableStore(directory), new FileContents()),
                        (namespace, name) -> false,
                        directory.resolve("components"),
                        List::of,
                        site)
                .objection(new Planned(
                        guest, "a_0", module, provider, false, json("{}").deepCopy(), List.of(guest)))
                .orElse("");
    }

    private SiteProviders site(@Nullable String announced, String version, String... preferred) {
        return site(
                announced,
                Map.of(),
                List.of(new WorkerProperties.Provider(
                        "fate@" + version,
                        directory,
                        "python3",
                        List.of(preferred),
                        Map.of(),
                        List.of(10000L),
                        directory)));
    }

    private static SiteProviders site(
            @Nullable String announced, Map<String, String> environment, List<WorkerProperties.Provider> configured) {
        SiteWorker worker = new SiteWorker("w:1", "here", "active", 1, 0, "", false, 0, "", null, announced);
        return new SiteProviders(
                worker(configured), environment, ModuleCatalog.standard(), OWN_VERSION, () -> List.of(worker));
    }

    private static WorkerProperties worker(List<WorkerProperties.Provider> configured) {
        return ConfiguredWorker.with(Map.of(), configured);
    }
}
