package io.fateflow.webapp.doctor;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.node.SiteWorker;
import io.fateflow.operations.doctor.Finding;

import static org.assertj.core.api.Assertions.assertThat;

class LostModulesTest {

    @Test
    void aModuleThatCannotBeImportedIsNamedWithWorkerProviderAndReason() {
        List<Finding> found = look("""
                {"fate@1.11.4": {"trouble": "", "python": "3.8.1", "home": "/opt/fate/python",
                 "modules": {"HeteroLR": "", "FTL": "needs tensorflow", "PSI": "", "HeteroNN": "needs torch"}}}
                """);

        assertThat(found).singleElement().satisfies(finding -> {
            assertThat(finding.rule().id()).isEqualTo("FFB-7027");
            assertThat(finding.place()).isEqualTo("worker w:1 on machine-7, provider fate@1.11.4");
            assertThat(finding.what())
                    .isEqualTo("it runs 2 of 4 modules (Python 3.8.1, /opt/fate/python);"
                            + " FTL: needs tensorflow; HeteroNN: needs torch");
        });
    }

    @Test
    void anInstallationThatDoesNotStartIsNamed() {
        assertThat(look("{\"fate@1.11.4\": {\"trouble\": \"no python3\", \"modules\": {}}}"))
                .singleElement()
                .extracting(Finding::what)
                .isEqualTo("it can run nothing: no python3");
    }

    @Test
    void oneThatRunsAllIsNoFindingAndNeitherIsAWorkerWithout() {
        assertThat(look("{\"fate@1.11.4\": {\"trouble\": \"\", \"modules\": {\"PSI\": \"\"}}}"))
                .isEmpty();
        assertThat(look(null)).isEmpty();
    }

    private static List<Finding> look(@Nullable String providers) {
        SiteWorker worker = new SiteWorker("w:1", "machine-7", "active", 1, 0, "", false, 0, "", null, providers);
        return new LostModules(() -> List.of(worker)).look();
    }
}
