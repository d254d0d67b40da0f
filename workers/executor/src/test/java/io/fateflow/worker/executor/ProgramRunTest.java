package io.fateflow.worker.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Components;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;

/** What a program leaves besides tables, in scripts that stand in for one. */
@Tag("processes")
class ProgramRunTest {

    private static final String MODEL =
            "{\"module\": \"Sums\", \"meta_name\": \"SumMeta\", \"meta\": {}, \"param_name\": \"SumParam\", \"param\": {\"n\": %d}}";

    @TempDir
    Path directory;

    @Test
    void aCheckpointIsTheModelOfItsFileWithTheTimeThatTheProgramSays() throws IOException {
        JsonNode result = run(
                "echo '%s' >a.json; echo '%s' >b.json; echo '%s' >result.json"
                        .formatted(
                                MODEL.formatted(1),
                                MODEL.formatted(2),
                                "{\"checkpoints\": [{\"step_index\": 0, \"create_time\": 1700000000001, \"file\": \"a.json\"},"
                                        + " {\"step_index\": 5, \"file\": \"b.json\"}]}"),
                "{}");

        assertThat(result.path("status").asText()).as("%s", result).isEqualTo("success");
        JsonNode kept = result.path("checkpoints");
        assertThat(kept.findValuesAsText("step_index")).containsExactly("0", "5");
        assertThat(kept.findValuesAsText("alias")).containsOnly("model");
        assertThat(kept.findValuesAsText("param")).containsExactly("{\"n\":1}", "{\"n\":2}");
        assertThat(kept.at("/0/create_time").asLong()).isEqualTo(1_700_000_000_001L);
        assertThat(kept.at("/1/create_time").asLong()).isGreaterThan(1_700_000_000_001L);
    }

    @Test
    void aCheckpointWithoutItsFileOrItsStepIsAFailureThatNamesIt() throws IOException {
        assertThat(failure("echo '{\"checkpoints\": [{\"step_index\": 3, \"file\": \"c.json\"}]}' >result.json"))
                .contains("names the file \"c.json\" for its checkpoint of step 3, but there is none");
        assertThat(failure("echo '{\"checkpoints\": [{\"file\": \"c.json\"}]}' >result.json"))
                .contains("a checkpoint without a step_index");
        assertThat(failure("echo no >c.json;"
                        + " echo '{\"checkpoints\": [{\"step_index\": 3, \"file\": \"c.json\"}]}' >result.json"))
                .contains("c.json is not JSON");
    }

    @Test
    void aCacheIsATableOfThePartysOwnAndItsFileGoes() throws IOException {
        JsonNode result =
                run("printf 'number,x\\n0,secret\\n' >c.csv; echo '{\"cache\": \"c.csv\"}' >result.json", "{}");

        TableName table = new TableName(
                result.at("/caches/0/table_namespace").asText(),
                result.at("/caches/0/table_name").asText());
        assertThat(result.at("/caches/0/cache_name").asText()).isEqualTo("kept");
        assertThat(new Tables(new TableStore(directory).caches()).rows(table))
                .containsExactly(new Row("0", List.of("secret")));
        assertThat(result.path("tables")).as("it is listed nowhere").isEmpty();
        assertThat(directory.resolve("program/c.csv")).doesNotExist();
    }

    @Test
    void aCacheToGoOnFromIsAFileForTheProgramAloneAndItGoesEvenIfThatFails() throws IOException {
        TableName cache = new Tables(new TableStore(directory).caches()).text("number,x\n0,secret\n");
        String declared =
                "{\"cache\": [{\"component\": \"a_0\", \"output\": \"kept\", \"namespace\": \"%s\", \"name\": \"%s\"}]}"
                        .formatted(cache.namespace(), cache.name());

        JsonNode result = run(
                "grep -o 'program/cache-0.csv' config.json; ls -l cache-0.csv | cut -c1-10; cat cache-0.csv; exit 3",
                declared);

        assertThat(result.path("status").asText()).isEqualTo("failed");
        assertThat(result.path("error_report").asText())
                .contains("program/cache-0.csv\n-rw-------\nnumber,x\n0,secret");
        assertThat(directory.resolve("program/cache-0.csv")).doesNotExist();
    }

    private String failure(String script) throws IOException {
        JsonNode result = run(script, "{}");
        assertThat(result.path("status").asText()).isEqualTo("failed");
        return result.path("error_report").asText();
    }

    private JsonNode run(String script, String inputs) throws IOException {
        Path program = Files.writeString(directory.resolve("program.sh"), script);
        Path config = Files.writeString(
                directory.resolve("config.json"), """
                {"module":"Sums","roles":{"host":["10000"]},"inputs":%s,
                 "outputs":{"model":["model"],"cache":["kept"]},"store":"%s","home":"%s",
                 "program":{"command":["sh","%s"]}}
                """.formatted(inputs, directory, directory, program));
        Arguments arguments =
                HostArguments.and("--result", directory.resolve("result.json").toString());
        return new ComponentRun(arguments, ExecutorConfig.read(config), Components::find)
                .run(results -> {})
                .json();
    }
}
