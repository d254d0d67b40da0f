package io.fateflow.engine.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.engine.plugin.EngineSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A policy that the server deploys when it starts. */
final class ConsentPolicyFileTest {

    @TempDir
    private Path folder;

    private EngineSettings settings(String dmn) throws IOException {
        Path file = Files.writeString(folder.resolve("policy.dmn"), dmn);
        return EngineSettings.standard().withConsentPolicy(file);
    }

    private static long versions(TestSite site) {
        return site.engine()
                .getRepositoryService()
                .createDecisionDefinitionQuery()
                .decisionDefinitionKey("fate-consent-policy")
                .count();
    }

    @Test
    void aFileIsANewVersionOnlyWhenItHasChangedAndWhatSomebodyHasDeployedSinceStaysTheNewest() throws IOException {
        String asking = PolicyFixture.asking();
        try (TestSite site = TestSite.on(Database.H2, settings(asking), Clock.systemUTC())) {
            assertThat(versions(site)).isOne();
            PolicyFixture.deploy(site, PolicyFixture.allowing());

            TestSite again = site.another(settings(asking), Clock.systemUTC());
            assertThat(versions(again)).isEqualTo(2);
            again.closeEngine();

            TestSite changed = site.another(settings(PolicyFixture.refusing()), Clock.systemUTC());
            assertThat(versions(changed)).isEqualTo(3);
            changed.closeEngine();
        }
    }

    @Test
    void aFileThatCannotBeFollowedIsNotDeployedAndTheStartSaysWhy() throws IOException {
        String wrong = PolicyFixture.aPolicy()
                .rule(java.util.Map.of(), "perhaps", "why")
                .dmn();
        EngineSettings settings = settings(wrong);

        assertThatThrownBy(() -> TestSite.on(Database.H2, settings, Clock.systemUTC()))
                .hasMessageContaining("FFB-5141")
                .hasMessageContaining("policy.dmn")
                .hasMessageContaining("rule 1, row_1 has the decision \"perhaps\"");
        assertThatThrownBy(() -> TestSite.on(
                        Database.H2,
                        EngineSettings.standard().withConsentPolicy(folder.resolve("none.dmn")),
                        Clock.systemUTC()))
                .hasMessageContaining("FFB-5141");
        assertThatThrownBy(() -> TestSite.on(Database.H2, settings("no xml"), Clock.systemUTC()))
                .hasMessageContaining("FFB-5141");
    }
}
