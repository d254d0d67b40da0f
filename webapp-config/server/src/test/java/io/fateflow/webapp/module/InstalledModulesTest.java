package io.fateflow.webapp.module;

import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.fateflow.dsl.module.FateModule;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Components;

import static org.assertj.core.api.Assertions.assertThat;

class InstalledModulesTest {

    @Test
    void aComponentThatFateDoesNotHaveIsKnownByItself() {
        FateModule module =
                InstalledModules.catalog(Stream.of(new Own())).find("OwnCount").orElseThrow();

        assertThat(module.roles()).containsExactly("arbiter", "guest");
        assertThat(module.codePath("guest")).contains("OwnCount");
    }

    @Test
    void allInstalledComponentsAreKnown() {
        ModuleCatalog catalog = InstalledModules.catalog();

        assertThat(Components.modules()).isNotEmpty().allSatisfy(module -> assertThat(catalog.find(module))
                .isPresent());
    }

    @Test
    void ofAllWhoseDataIsUsedItIsWrittenDownWhatLeavesAParty() {
        ModuleCatalog catalog = InstalledModules.catalog();

        assertThat(Components.modules()).allSatisfy(name -> {
            FateModule module = catalog.find(name).orElseThrow();
            assertThat(module.discloses().keySet())
                    .containsAll(module.roles().stream()
                            .filter(role -> Set.of("guest", "host").contains(role))
                            .toList());
        });
    }

    private static final class Own implements Component {

        @Override
        public String module() {
            return "OwnCount";
        }

        @Override
        public Set<String> roles() {
            return Set.of("guest", "arbiter");
        }

        @Override
        public void run(ComponentContext context) {}
    }
}
