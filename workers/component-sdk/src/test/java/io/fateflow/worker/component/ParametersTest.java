package io.fateflow.worker.component;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ParametersTest {

    @Test
    void whatIsNotGivenHasItsDefault() throws JsonProcessingException {
        Parameters parameters = of("{\"n\":null}");

        assertThat(parameters.integer("n", 7, 0, 9)).isEqualTo(7);
        assertThat(parameters.text("t", "d")).isEqualTo("d");
        assertThat(parameters.flag("f", true)).isTrue();
        assertThat(parameters.object("o")).isEmpty();
        assertThat(parameters.needRun()).isTrue();
    }

    @Test
    void numbersMayComeAsText() throws JsonProcessingException {
        assertThat(of("{\"n\":\"12\"}").integer("n", 0, 0, 20)).isEqualTo(12);
    }

    @Test
    void aWrongTypeIsNamedWithTheComponent() throws JsonProcessingException {
        Parameters parameters = of("{\"n\":\"twelve\",\"t\":5,\"o\":[]}");

        assertThatThrownBy(() -> parameters.integer("n", 0, 0, 20)).hasMessageContaining("M#c: parameter n");
        assertThatThrownBy(() -> parameters.text("t", "")).hasMessageContaining("a text, not 5");
        assertThatThrownBy(() -> parameters.object("o")).hasMessageContaining("an object");
    }

    @Test
    void whatNobodyAskedForIsRefused() throws JsonProcessingException {
        Parameters parameters = of("{\"a\":1,\"b\":2,\"need_run\":true}");
        parameters.integer("a", 0, 0, 9);

        assertThatThrownBy(parameters::refuseOthers)
                .isInstanceOf(ParameterException.class)
                .hasMessage("cpn `M#c` has redundant parameters: `[b]`");
    }

    @Test
    void whatIsInForceIsWhatWasGivenOverWhatWasAskedFor() throws JsonProcessingException {
        Parameters parameters = of("{\"n\":\"3\",\"o\":null,\"s\":{\"x\":1,\"free\":[1]},\"other\":{\"a\":1}}");
        parameters.integer("n", 7, 0, 9);
        parameters.integer("o", 5, 0, 9);
        parameters.decimal("d", 0.5, 0, 1);
        parameters.flag("f", true);
        parameters.text("t", "d");
        parameters.choice("c", "one", "one", "two");
        parameters.texts("l");
        parameters.any("other");
        Parameters section = parameters.section("s");
        section.integer("x", 0, 0, 9);
        section.integer("y", 2, 0, 9);
        section.any("free");
        parameters.section("none").flag("g", false);

        assertThat(parameters.effective()).isEqualTo(new ObjectMapper().readTree("""
                {"n": "3", "o": 5, "d": 0.5, "f": true, "t": "d", "c": "one", "l": [],
                 "s": {"x": 1, "y": 2, "free": [1]}, "none": {"g": false}, "other": {"a": 1}}"""));
    }

    private static Parameters of(String json) throws JsonProcessingException {
        return new Parameters("M#c", (ObjectNode) new ObjectMapper().readTree(json));
    }
}
