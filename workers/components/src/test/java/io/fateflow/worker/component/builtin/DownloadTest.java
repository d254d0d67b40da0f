package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.fateflow.worker.component.Caches;
import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.Results;
import io.fateflow.worker.component.TaskIdentity;
import io.fateflow.worker.data.AllowedFolders;
import io.fateflow.worker.data.WritableFolders;
import io.fateflow.worker.exchange.HttpExchange;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What {@link Download} and {@link Writer} make of a table. */
class DownloadTest {

    private static final String OF_TABLE = "\"namespace\":\"ns\",\"name\":\"t\"";

    @TempDir
    Path home;

    private TableStore tables;
    private Path out;
    private Results results = new Results();

    @BeforeEach
    void aTable() throws IOException {
        tables = new TableStore(home.resolve("store"));
        out = Files.createDirectory(home.resolve("out"));
        try (TableWriter writer =
                tables.create(new TableName("ns", "t"), TableSchema.of("id", List.of("a", "predict_detail"), 4))) {
            writer.add(new Row("1", List.of("2.5", "{'0': 0.25, '1': 0.75}")));
            writer.add(new Row("2", List.of("say \"so\"", "two\nlines")));
            writer.commit();
        }
    }

    @Test
    void aTableBecomesACsvWithItsHeader() throws Exception {
        Files.writeString(out.resolve("t.csv"), "what was there");

        run(new Download(), OF_TABLE + ",\"output_path\":\"" + out.resolve("t.csv") + "\"");

        assertThat(out.resolve("t.csv"))
                .hasContent(
                        "id,a,predict_detail\n1,2.5,\"{'0': 0.25, '1': 0.75}\"\n2,\"say \"\"so\"\"\",\"two\nlines\"\n");
        assertThat(out).isDirectoryNotContaining("glob:**.part");
        assertThat(results.toJson().at("/metrics/0/data").toString())
                .contains("count")
                .contains("2");
    }

    @Test
    void anotherDelimiterPartsTheCells() throws Exception {
        run(new Download(), OF_TABLE + ",\"delimiter\":\"|\",\"output_path\":\"" + out.resolve("t.csv") + "\"");

        assertThat(out.resolve("t.csv")).content().startsWith("id|a|predict_detail\n1|2.5|{'0': 0.25, '1': 0.75}\n");
    }

    @Test
    void nothingIsWrittenElsewhere() {
        assertThatThrownBy(() -> run(new Download(), OF_TABLE + ",\"output_path\":\"" + home.resolve("t.csv") + "\""))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("FFB-5260");
        assertThatThrownBy(() -> run(
                        new Writer(),
                        OF_TABLE + ",\"storage_engine\":\"PATH\",\"address\":{\"path\":\"" + home.resolve("t.csv")
                                + "\"}"))
                .hasMessageContaining("FFB-5260");
        assertThat(home.resolve("t.csv")).doesNotExist();
    }

    @Test
    void aWriterMakesAFileOrAnotherTable() throws Exception {
        run(
                new Writer(),
                OF_TABLE + ",\"storage_engine\":\"LOCALFS\",\"address\":{\"path\":\"" + out.resolve("w.csv") + "\"}");
        run(new Writer(), OF_TABLE + ",\"output_namespace\":\"ns\",\"output_name\":\"copy\"");

        assertThat(out.resolve("w.csv")).content().startsWith("id,a,predict_detail\n1,2.5,");
        assertThat(tables.find(new TableName("ns", "copy")).orElseThrow().count())
                .isEqualTo(2);
        assertThat(results.toJson().at("/tables/0/name").asText()).isEqualTo("copy");
        assertThatThrownBy(() -> run(new Writer(), OF_TABLE + ",\"output_namespace\":\"ns\",\"output_name\":\"copy\""))
                .hasMessageContaining("there already");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "download|\"name\":\"t\"|namespace",
                "download|\"namespace\":\"ns\",\"name\":\"t\"|output_path",
                "download|\"namespace\":\"ns\",\"name\":\"t\",\"output_path\":\"x\",\"delimiter\":\"\"|delimiter",
                "download|\"namespace\":\"ns\",\"name\":\"t\",\"output_path\":\"x\",\"mode\":1|redundant",
                "writer|\"namespace\":\"ns\",\"name\":\"t\"|output_name",
                "writer|\"namespace\":\"ns\",\"name\":\"t\",\"storage_engine\":\"HIVE\"|storage_engine",
                "writer|\"namespace\":\"ns\",\"name\":\"t\",\"storage_engine\":\"MYSQL\"|connector_name",
                "writer|\"namespace\":\"ns\",\"name\":\"t\",\"storage_engine\":\"MYSQL\","
                        + "\"address\":{\"passwd\":\"p\",\"connector_name\":\"c\",\"name\":\"t\"}|FFB-5295",
                "writer|\"namespace\":\"ns\",\"name\":\"t\",\"storage_engine\":\"PATH\"|address"
            })
    void whatIsWrongIsSaidBeforeAJobIsMade(String module, String parameters, String what) throws IOException {
        Component component = module.equals("download") ? new Download() : new Writer();
        Parameters read = new Parameters(module, json(parameters));

        assertThatThrownBy(() -> component.check(read, new Party("local", "0"), new Parties(Map.of())))
                .hasMessageContaining(what);
    }

    @Test
    void aTableThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> run(
                        new Download(),
                        "\"namespace\":\"ns\",\"name\":\"no\",\"output_path\":\"" + out.resolve("t.csv") + "\""))
                .hasMessageContaining("can not found table name: no namespace: ns");
    }

    private static ObjectNode json(String parameters) throws IOException {
        return (ObjectNode) new ObjectMapper().readTree("{" + parameters + "}");
    }

    private void run(Component component, String parameters) throws Exception {
        results = new Results();
        component.run(new ComponentContext(
                new TaskIdentity("j", "c_0", "j_c_0", "0", component.module(), new Party("local", "0")),
                new Parameters(component.module() + "#c_0", json(parameters)),
                new Parties(Map.of()),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Caches.NONE,
                home,
                AllowedFolders.none(),
                new WritableFolders(List.of(out)),
                tables,
                new HttpExchange("http://127.0.0.1:1", "none", Backoff.standard(), Duration.ZERO),
                results));
    }
}
