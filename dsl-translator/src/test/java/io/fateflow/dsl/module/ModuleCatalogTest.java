package io.fateflow.dsl.module;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ModuleCatalogTest {

    private final ModuleCatalog catalog = ModuleCatalog.standard();

    @Test
    void knowsWhoRunsWhat() {
        FateModule module = catalog.find("HeteroLR").orElseThrow();

        assertThat(module.roles()).containsExactly("guest", "host", "arbiter");
        assertThat(module.codePath("guest")).contains("HeteroLRGuest");
        assertThat(module.codePath("local")).isEmpty();
        assertThat(module.provider()).isEqualTo("fate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HomoSecureBoost", "HomoSecureboost", "homosecureboost", "HOMOSECUREBOOST"})
    void findsAModuleByAliasOrInAnyCase(String name) {
        assertThat(catalog.find(name)).get().extracting(FateModule::name).isEqualTo("HomoSecureBoost");
    }

    @Test
    void suggestsWhatWasMeant() {
        assertThat(catalog.closestTo("HetroLR")).contains("HeteroLR");
        assertThat(catalog.closestTo("SomethingElse")).isEmpty();
    }

    @Test
    void takesMoreModules() {
        ModuleCatalog extended = catalog.with("""
                {"modules": [{"name": "Mine", "provider": "me", "aliases": ["Own"], "roles": {"guest": "MineGuest"}},
                             {"name": "Union", "roles": {"local": "LocalUnion"}}]}""");

        assertThat(extended.find("Own")).get().extracting(FateModule::provider).isEqualTo("me");
        assertThat(extended.find("Union").orElseThrow().roles()).containsExactly("local");
        assertThat(extended.providers()).containsExactly("fate", "fate_flow", "me");
        assertThat(catalog.find("Mine")).isEmpty();
        assertThat(extended.modules()).hasSize(catalog.modules().size() + 1);
    }

    @Test
    void addsOnlyModulesThatItDoesNotHave() {
        FateModule known = new FateModule("homosecureboost", "other", List.of(), Map.of("local", "Other"));
        FateModule own = new FateModule("Mine", "me", List.of(), Map.of("guest", "Mine"));

        ModuleCatalog extended = catalog.withMissing(List.of(known, own, own));

        assertThat(extended.find("HomoSecureBoost").orElseThrow().provider()).isEqualTo("fate");
        assertThat(extended.find("mine")).contains(own);
        assertThat(extended.modules()).hasSize(catalog.modules().size() + 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"modules\": {}}",
                "{\"modules\": [{}]}",
                "{\"modules\": [{\"name\": \"a\"}]}",
                "{\"modules\": [{\"name\": \"a\", \"roles\": {\"guest\": 1}}]}"
            })
    void refusesWhatIsNoModuleFile(String json) {
        assertThatExceptionOfType(ModuleFileException.class).isThrownBy(() -> catalog.with(json));
    }

    @Test
    void refusesAMissingFile() {
        assertThatExceptionOfType(ModuleFileException.class).isThrownBy(() -> catalog.with(Path.of("no-such-file")));
    }
}
