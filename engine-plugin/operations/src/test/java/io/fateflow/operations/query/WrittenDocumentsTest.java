package io.fateflow.operations.query;

import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class WrittenDocumentsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final WrittenDocuments documents = new WrittenDocuments();

    static Stream<String> documents() {
        return Stream.of(
                "",
                "{}",
                "{\"b\": {\"d\": 1e-4, \"c\": [1.0, true, null, 12345678901234567890]}, \"a\": \"ä\\u0001\\\"\"}",
                "{\"b\": \"" + "x".repeat(20_000) + "\", \"a\": 1}");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void isWrittenAsItsTreeIsAndCanBeReadBack(String text) throws JsonProcessingException {
        for (int time = 0; time < 2; time++) {
            JsonNode document = documents.of(text);

            assertThat(written(document)).isEqualTo(written(RowShape.document(text)));
            assertThat(WrittenDocuments.read(document)).isEqualTo(RowShape.document(text));
        }
    }

    private static String written(JsonNode document) throws JsonProcessingException {
        return JSON.writer().with(JsonNodeFeature.WRITE_PROPERTIES_SORTED).writeValueAsString(document);
    }
}
