package io.fateflow.webapp.consent;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

class ConsentPropertiesTest {

    private static ConsentProperties bound(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("fate.consent", ConsentProperties.class);
    }

    @Test
    void noPolicyIsDeployedUnlessOneIsNamed() {
        assertThat(bound(Map.of())).isEqualTo(new ConsentProperties(null));
        assertThat(bound(Map.of("fate.consent.policy", "/etc/fate/policy.dmn")))
                .isEqualTo(new ConsentProperties(Path.of("/etc/fate/policy.dmn")));
    }
}
