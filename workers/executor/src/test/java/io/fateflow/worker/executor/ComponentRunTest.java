package io.fateflow.worker.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.component.Components;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;

class ComponentRunTest {

    @TempDir
    Path directory;

    @Test
    void aComponentThatDoesNotRunHandsItsInputOn() throws IOException {
        Tables tables = new Tables(new TableStore(directory));
        TableName input = tables.text("id,x\na,1\n");

        JsonNode result = run(
                "{\"need_run\":false}",
                "{\"data\":[{\"namespace\":\"%s\",\"name\":\"%s\"}]}".formatted(input.namespace(), input.name()));

        assertThat(result.path("status").asText()).isEqualTo("pass");
        TableName output = new TableName(
                result.at("/outputs/0/table_namespace").asText(),
                result.at("/outputs/0/table_name").asText());
        assertThat(result.at("/outputs/0/data_name").asText()).isEqualTo("data");
        assertThat(output).isNotEqualTo(input);
        assertThat(tables.rows(output)).containsExactly(new Row("a", List.of("1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"train_data", "validate_data", "test_data", "eval_data"})
    void aLearnerThatDoesNotRunHandsNothingOnForEvaluationWouldTakeItForPredictions(String key) throws IOException {
        TableName input = new Tables(new TableStore(directory)).text("id,x\na,1\n");

        JsonNode result = run(
                "{\"need_run\":false}",
                "{\"%s\":[{\"namespace\":\"%s\",\"name\":\"%s\"}]}".formatted(key, input.namespace(), input.name()));

        assertThat(result.path("status").asText()).isEqualTo("pass");
        assertThat(result.path("outputs")).isEmpty();
    }

    @Test
    void aDeclaredInputWithoutATableIsNoInputOfAComponent() throws IOException {
        JsonNode result = run(
                "{\"need_run\":false}",
                "{\"data\":[{\"component\":\"a\",\"output\":\"data\",\"name\":null,\"namespace\":null}]}");

        assertThat(result.path("status").asText()).isEqualTo("pass");
        assertThat(result.path("outputs")).isEmpty();
    }

    @Test
    void withoutInputThereIsNothingToHandOn() throws IOException {
        JsonNode result = run("{\"need_run\":false}", "{}");

        assertThat(result.path("status").asText()).isEqualTo("pass");
        assertThat(result.path("outputs")).isEmpty();
    }

    @Test
    void aModelThatThisPartyNeverGotIsNamedAndNothingTakesItsPlace() throws IOException {
        Tables tables = new Tables(new TableStore(directory));
        TableName input = tables.text("id,x\na,1\n");

        JsonNode result = run(
                "{}",
                "{\"data\":[{\"namespace\":\"%s\",\"name\":\"%s\"}]},\"missing_models\":[\"pipeline.label_0.model of model m 1\"]"
                        .formatted(input.namespace(), input.name()));

        assertThat(result.path("status").asText()).isEqualTo("failed");
        assertThat(result.path("error_report").asText())
                .contains("FFB-4040", "c at host 10000", "pipeline.label_0.model of model m 1");
    }

    @Test
    void aCacheThatThisPartyHasNotIsNamedForTheOthersWouldNotAnswerTheFirstMessage() throws IOException {
        JsonNode result = run(
                "{}",
                "{}, \"cache\": [{\"component\":\"intersect_0\",\"output\":\"kept\",\"name\":null,\"namespace\":null}]");

        assertThat(result.path("status").asText()).isEqualTo("failed");
        assertThat(result.path("error_report").asText())
                .contains("FFB-4041", "c at host 10000", "the cache kept of intersect_0");
    }

    @Test
    void soIsACacheWhoseFileHasGone() throws IOException {
        JsonNode result = run(
                "{}",
                "{}, \"cache\": [{\"component\":\"intersect_0\",\"output\":\"kept\",\"name\":\"n\",\"namespace\":\"s\"}]");

        assertThat(result.path("error_report").asText()).contains("FFB-4041", "the cache kept of intersect_0");
    }

    private JsonNode run(String parameters, String inputs) throws IOException {
        Path config = Files.writeString(
                directory.resolve("config.json"), """
                {"module":"LabelTransform","component_parameters":%s,"roles":{"host":["10000"]},
                 "inputs":{"data":%s},"outputs":{"data":["data"]},"store":"%s","home":"%s"}
                """.formatted(parameters, inputs, directory, directory));
        Arguments arguments = HostArguments.and();
        return new ComponentRun(arguments, ExecutorConfig.read(config), Components::find)
                .run(results -> {})
                .json();
    }
}
