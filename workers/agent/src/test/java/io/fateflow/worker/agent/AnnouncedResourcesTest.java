package io.fateflow.worker.agent;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AnnouncedResourcesTest {

    private static final Map<String, JsonNode> FOUND = Map.of("CPU", new IntNode(8), "memory", new IntNode(2048));

    private static String announced(Map<String, String> declared) {
        return AnnouncedResources.of(FOUND, declared).toString();
    }

    @Test
    void whatIsFoundCountsWhereNothingIsDeclared() {
        assertThat(announced(Map.of())).isEqualTo("{\"CPU\":8,\"memory\":2048}");
    }

    @Test
    void whatIsDeclaredCountsBeforeWhatIsFound() {
        assertThat(announced(Map.of("gpu", "[1]", "CPU", "3", "memory", "0", "license/gurobi", "2")))
                .isEqualTo("{\"CPU\":3,\"GPU\":[1],\"license/gurobi\":2}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "-1", "[0.5]", "[-1]", "{}", "\"2\""})
    void whatIsNeitherANumberNorAListOfUnitsIsRefused(String text) {
        assertThatThrownBy(() -> announced(Map.of("GPU", text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FFB-2027")
                .hasMessageContaining("GPU");
    }
}
