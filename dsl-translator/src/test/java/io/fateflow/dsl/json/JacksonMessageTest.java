package io.fateflow.dsl.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** With what Jackson really says: its words are another version's tomorrow. */
class JacksonMessageTest {

    @ParameterizedTest
    @ValueSource(strings = {"{\"job_dsl\": {", "{\"a\": [1, 2", "{\"a\": [1}", "{\"a\": 1,\n \"b\": \"x"})
    void placesAreLinesAndColumns(String text) {
        assertThat(message(text)).doesNotContain("Source", "REDACTED", ";");
    }

    @Test
    void aBraceThatIsNotClosedIsFoundByItsPlace() {
        assertThat(message("{\"job_dsl\":\n {"))
                .isEqualTo(
                        "Unexpected end-of-input: expected close marker for Object (start marker at line 2, column 2)");
    }

    private static String message(String text) {
        return JacksonMessage.of(
                catchThrowableOfType(JsonProcessingException.class, () -> new ObjectMapper().readTree(text)));
    }
}
