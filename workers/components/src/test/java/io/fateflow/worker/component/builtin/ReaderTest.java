package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Caches;
import io.fateflow.worker.component.ComponentContext;
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

class ReaderTest {

    @TempDir
    Path directory;

    private static final String OF_NS_T = "{\"table\":{\"namespace\":\"ns\",\"name\":\"t\"}}";

    private AllowedFolders allowed = AllowedFolders.none();
    private TableStore tables;

    @BeforeEach
    void open() {
        tables = new TableStore(directory);
    }

    @Test
    void othersKnowTheColumnsByTheirAnonymousNames() throws Exception {
        store(JsonNodeFactory.instance.objectNode().put("data_type", "float64"));

        JsonNode result = read("{\"table\":{\"namespace\":\"ns\",\"name\":\"t\"}}");

        assertThat(result.at("/tables/0/schema/meta/anonymous_header").toString())
                .isEqualTo("[\"host_10000_x0\",\"host_10000_x1\"]");
        assertThat(result.at("/metrics/0/metas/anonymous_info/b").asText()).isEqualTo("host_10000_x1");
    }

    @Test
    void theLabelAndTheIdsAreNoFeatures() throws Exception {
        ObjectNode meta = JsonNodeFactory.instance.objectNode().put("anonymous_label", "y");
        meta.putArray("header").add("b");
        meta.putArray("anonymous_header").add("x0");
        store(meta);

        JsonNode result = read("{\"table\":{\"namespace\":\"ns\",\"name\":\"t\"}}");

        assertThat(result.at("/tables/0/schema/meta/anonymous_header").toString())
                .isEqualTo("[\"host_10000_x0\"]");
        assertThat(result.at("/tables/0/schema/meta/anonymous_label").asText()).isEqualTo("host_10000_y");
        assertThat(result.at("/metrics/0/metas/anonymous_info").toString()).isEqualTo("{\"b\":\"host_10000_x0\"}");
    }

    @Test
    void aTableWithoutMetaStaysWithout() throws Exception {
        store(JsonNodeFactory.instance.objectNode());

        JsonNode result = read("{\"table\":{\"namespace\":\"ns\",\"name\":\"t\"}}");

        assertThat(result.at("/tables/0/schema/meta")).isEmpty();
        assertThat(result.at("/tables/0/origin").asText()).isEqualTo("reader");
    }

    @Test
    void showsAtMostFiveDistinctValuesOfEachColumn() throws Exception {
        store(JsonNodeFactory.instance.objectNode());

        JsonNode metas =
                read("{\"table\":{\"namespace\":\"ns\",\"name\":\"t\"}}").at("/metrics/0/metas");

        assertThat(metas.at("/table_info/a").asText()).isEqualTo("0,1,2,3,4");
        assertThat(metas.at("/table_info/b").asText()).isEqualTo("same");
        assertThat(metas.path("count").asInt()).isEqualTo(8);
        assertThat(metas.path("table_name").asText()).isEqualTo("t");
    }

    @Test
    void aFileThatStandsForATableIsReadWhereItIs() throws Exception {
        Path file = Files.writeString(directory.toRealPath().resolve("f.csv"), "id,a,b\nk1,1,2\nk2,3,4\n");
        TableName name = new TableName("ns", "t");
        store(JsonNodeFactory.instance.objectNode());
        tables.bind(
                name,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("file", file.toString())
                        .put("head", 1)
                        .put("partition", 2));

        allowed = new AllowedFolders(List.of(file.getParent()));
        assertThat(count(read(OF_NS_T)))
                .as("in place of the table that was there")
                .isEqualTo(2);
        Files.writeString(file, "id,a,b\nk1,1,2\nk2,3,4\nk3,5,6\n");
        JsonNode result = read(OF_NS_T);
        assertThat(count(result)).as("what the file has now").isEqualTo(3);
        assertThat(result.at("/tables/0/schema/header").asText()).isEqualTo("a,b");
        Files.writeString(file, "id,a,b\nk1,1\n");
        assertThatThrownBy(() -> read(OF_NS_T)).as("as an upload refuses it").hasMessageContaining("line 2");
        allowed = AllowedFolders.none();
        assertThatThrownBy(() -> read(OF_NS_T)).hasMessageContaining("FFB-5215");
        tables.delete(name);
        assertThat(tables.has(name)).isFalse();
        assertThat(file).as("is not the site's to delete").exists();
    }

    private static long count(JsonNode result) {
        return result.at("/tables/0/count").asLong();
    }

    @Test
    void aTableNeedsNameAndNamespace() {
        assertThatThrownBy(() -> read("{\"table\":{\"name\":\"t\"}}")).hasMessageContaining("namespace is missing");
        assertThatThrownBy(() -> read("{}")).hasMessageContaining("parameter table");
        assertThatThrownBy(() -> read("{\"tables\":{}}")).hasMessageContaining("redundant parameters: `[tables]`");
    }

    @Test
    void anOutputThatTheServerDidNotFindIsNamed() {
        assertThatThrownBy(
                        () -> read("{\"table\":{\"job_id\":\"j1\",\"component_name\":\"c_0\",\"data_name\":\"data\"}}"))
                .hasMessageContaining("the output \"data\" of component c_0 of job j1, which this party does not have");
    }

    private void store(ObjectNode meta) throws IOException {
        TableSchema schema = TableSchema.of("id", List.of("a", "b"), 4).withMeta(meta);
        try (TableWriter writer = tables.create(new TableName("ns", "t"), schema)) {
            for (int i = 0; i < 8; i++) {
                writer.add(new Row("id" + i, List.of(Integer.toString(i), "same")));
            }
            writer.commit();
        }
    }

    private JsonNode read(String parameters) throws Exception {
        Results results = new Results();
        new Reader()
                .run(new ComponentContext(
                        new TaskIdentity("j", "reader_0", "j_reader_0", "0", "Reader", new Party("host", "10000")),
                        new Parameters("Reader#reader_0", (ObjectNode) new ObjectMapper().readTree(parameters)),
                        new Parties(Map.of()),
                        List.of(),
                        List.of(),
                        List.of("data"),
                        List.of(),
                        Caches.NONE,
                        directory,
                        allowed,
                        WritableFolders.none(),
                        tables,
                        new HttpExchange("http://127.0.0.1:1", "none", Backoff.standard(), Duration.ZERO),
                        results));
        return results.toJson();
    }
}
