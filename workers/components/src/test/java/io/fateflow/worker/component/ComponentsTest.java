package io.fateflow.worker.component;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.fateflow.worker.exchange.Party;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ComponentsTest {

    private static final Parties PARTIES =
            new Parties(Map.of("guest", List.of("9999"), "host", List.of("10000"), "arbiter", List.of("10001")));

    static List<String> modules() {
        return Components.modules();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void everyComponentSaysBeforeItRunsWhichParameterItDoesNotKnow(String module) {
        ObjectNode values = JsonNodeFactory.instance.objectNode().put("no_such", 1);
        // what an Upload can't do without
        values.put("file", "a.csv").put("namespace", "n").put("name", "t");

        assertThatThrownBy(() -> Components.find(module)
                        .check(new Parameters(module + "#x", values), new Party("guest", "9999"), PARTIES))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("no_such");
    }
}
