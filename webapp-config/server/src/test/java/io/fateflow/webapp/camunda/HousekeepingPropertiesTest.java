package io.fateflow.webapp.camunda;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.fateflow.engine.housekeeping.Retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class HousekeepingPropertiesTest {

    @Test
    void keepsForWeeksAndJobsForEver() {
        assertThat(bind(Map.of()).retention()).isEqualTo(Retention.standard());
        assertThat(bind(Map.of()).jobs()).isNull();
    }

    @Test
    void goesByWhatIsSet() {
        Retention retention = bind(Map.of(
                        "fate.housekeeping.runs", "3d",
                        "fate.housekeeping.leftovers", "2h",
                        "fate.housekeeping.definitions", "4d",
                        "fate.housekeeping.audit", "5d",
                        "fate.housekeeping.consents", "40d",
                        "fate.housekeeping.jobs", "6d"))
                .retention();

        assertThat(retention)
                .isEqualTo(new Retention(
                        Duration.ofDays(3),
                        Duration.ofHours(2),
                        Duration.ofDays(4),
                        Duration.ofDays(5),
                        Duration.ofDays(40),
                        Duration.ofDays(6)));
    }

    @Test
    void refusesToRemoveWhatWasMadeJustNow() {
        assertThatThrownBy(() -> bind(Map.of("fate.housekeeping.runs", "0s")).retention())
                .hasMessageContaining("FFB-7101");
        assertThatThrownBy(
                        () -> bind(Map.of("fate.housekeeping.consents", "29d")).retention())
                .as("policies count what was used in 30 days")
                .hasMessageContaining("FFB-7101");
    }

    private static HousekeepingProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("fate.housekeeping", HousekeepingProperties.class);
    }
}
