package io.fateflow.worker.api;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Each value passes through text, as it does between two machines. */
class WorkerJsonTest {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final ExecutorTask TASK = new ExecutorTask(
            "t1",
            "j",
            "reader_0",
            "Reader",
            "j_reader_0",
            2,
            "guest",
            "9999",
            object("{\"roles\": {}}"),
            "token",
            Duration.ofMinutes(2));

    @Test
    void aTaskArrivesAsItWasSent() throws IOException {
        assertThat(WorkerJson.readTask(sent(WorkerJson.write(TASK)))).isEqualTo(TASK);
    }

    @Test
    void theTimeLimitHasOneSpelling() {
        ObjectNode json = WorkerJson.write(TASK);

        assertThat(json.path("timeoutSeconds").asLong()).isEqualTo(120);
        assertThat(json.has("timeout")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"timeoutSeconds\": 90", "\"timeout\": \"PT1M30S\"", "\"timeout\": 90, \"later\": true"})
    void theTimeLimitOfOtherVersionsIsRead(String member) throws IOException {
        ObjectNode json = WorkerJson.write(TASK);
        json.remove("timeoutSeconds");
        json.setAll(object("{" + member + "}"));

        assertThat(WorkerJson.readTask(sent(json)).timeout()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void aReportArrivesAsItWasSentWithTheDigitsOfItsResult() throws IOException {
        ObjectNode result = object("{\"summary\": {\"auc\": 0.90, \"exact\": 0.12345678901234567890123}}");
        ExecutorReport report =
                new ExecutorReport("failed", "signal", 137, "no", List.of("java", "-x"), 7, 1, 2, 3, 4, result);

        ExecutorReport read = WorkerJson.readReport(sent(WorkerJson.write(report)));

        assertThat(read).isEqualTo(report);
        assertThat(String.valueOf(read.result())).contains("0.90", "0.12345678901234567890123");
    }

    @Test
    void aReportMaySayLittleAndMoreThanIsKnown() {
        ExecutorReport read = WorkerJson.readReport(object("{\"status\": \"success\", \"mood\": \"good\"}"));

        assertThat(read).isEqualTo(new ExecutorReport("success", "exited", null, "", List.of(), 0, 0, 0, 0, 0, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"status\": null}", "{\"status\": \"success\", \"pid\": \"seven\"}", "[]", "1", "null"})
    void whatIsNoReportIsRefusedForGood(String text) throws IOException {
        JsonNode json = JSON.readTree(text);

        assertThatThrownBy(() -> WorkerJson.readReport(json))
                .isInstanceOf(ReportRefusedException.class)
                .hasMessageContaining("FFB-5112");
    }

    @Test
    void aStateArrivesAsItWasSent() throws IOException {
        for (WorkerState.Mode mode : WorkerState.Mode.values()) {
            WorkerState state = new WorkerState(
                    "w:1",
                    "host",
                    4,
                    2,
                    mode,
                    "no disk",
                    object("{\"CPU\": 4, \"GPU\": [0, 3]}"),
                    object("{\"fate@1.11.4\": {\"modules\": {\"PSI\": \"\"}}}"));

            assertThat(WorkerJson.readState(sent(WorkerJson.write(state)))).isEqualTo(state);
        }
        assertThatThrownBy(() -> WorkerJson.readState(object("{\"mode\": \"DREAMING\"}")))
                .isInstanceOf(ReportRefusedException.class);
    }

    private static JsonNode sent(JsonNode json) throws IOException {
        return JSON.readTree(json.toString());
    }

    private static ObjectNode object(String text) {
        try {
            return JSON.readTree(text) instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
        } catch (IOException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
