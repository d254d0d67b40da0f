package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.Results;
import io.fateflow.worker.component.TaskIdentity;
import io.fateflow.worker.data.AllowedFolders;
import io.fateflow.worker.exchange.HttpExchange;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UploadTest {

    private static final TableName TABLE = new TableName("ns", "t");

    @TempDir
    Path home;

    @Test
    void aHeaderNamesTheIdAndTheColumns() throws IOException {
        TableInfo table = upload("id,x0,x1\n1,a,b\n2,c,d\n", "{}");

        assertThat(table.count()).isEqualTo(2);
        assertThat(table.schema().sid()).isEqualTo("id");
        assertThat(table.schema().header()).isEqualTo("x0,x1");
        assertThat(table.schema().columns()).containsExactly("x0", "x1");
        assertThat(table.schema().partitions()).isEqualTo(10);
        assertThat(rows()).containsExactly(new Row("1", List.of("a", "b")), new Row("2", List.of("c", "d")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/hostname", "../elsewhere.csv", "link.csv", "folder/elsewhere.csv", "/dev/null"})
    void onlyPlainFilesOfAnAllowedFolderAreRead(String file) throws IOException {
        Path elsewhere = Files.writeString(
                Files.createDirectories(home.resolve("other")).resolve("elsewhere.csv"), "id,x\n1,2\n");
        Path allowed = Files.createDirectories(home.resolve("allowed"));
        Files.createSymbolicLink(allowed.resolve("link.csv"), elsewhere);
        Files.createSymbolicLink(allowed.resolve("folder"), elsewhere.getParent());

        assertThat(new AllowedFolders(List.of(allowed)).refusal(allowed.resolve(file)))
                .hasValueSatisfying(why -> assertThat(why).containsPattern("FFB-521[456].*"));
    }

    @Test
    void aFileThatIsNotAllowedFailsTheUpload() {
        assertThatThrownBy(() -> run(parameters("{}").put("file", "/etc/hostname")))
                .hasMessageContaining("FFB-5215")
                .hasMessageContaining("fate.upload.folders");
    }

    @Test
    void withoutAHeaderTheFirstLineIsData() throws IOException {
        TableInfo table = upload("1,a,b\n2,c,d\n", "{\"head\":0}");

        assertThat(table.count()).isEqualTo(2);
        assertThat(table.schema().sid()).isEmpty();
        assertThat(table.schema().header()).isEmpty();
        assertThat(table.schema().haveHead()).isFalse();
        assertThat(rows()).extracting(Row::id).containsExactly("1", "2");
    }

    @Test
    void aLaterRowOverwritesOneWithTheSameId() throws IOException {
        TableInfo table = upload("id,x\n1,old\n2,b\n1,new\n", "{}");

        assertThat(table.count()).isEqualTo(2);
        assertThat(rows()).containsExactlyInAnyOrder(new Row("2", List.of("b")), new Row("1", List.of("new")));
    }

    @Test
    void rowsOfDifferentWidthAreKeptAsOneText() throws IOException {
        TableInfo table = upload("id,x0,x1\n1,a\n2,c,d,e\n", "{}");

        assertThat(table.schema().columns()).containsExactly("value");
        assertThat(table.schema().header()).isEqualTo("x0,x1");
        assertThat(rows()).containsExactly(new Row("1", List.of("a")), new Row("2", List.of("c,d,e")));
    }

    @Test
    void quotesAreTextAndSpacesAtTheEndAreNot() throws IOException {
        upload("id,x0,x1\n1,\"a\", b  \r\n2,c\"c, \n", "{}");

        assertThat(rows()).containsExactly(new Row("1", List.of("\"a\"", " b")), new Row("2", List.of("c\"c", "")));
    }

    @Test
    void anotherDelimiterMayHaveSeveralCharacters() throws IOException {
        TableInfo table = upload("id||x0||x1\n1||a,a||b\n", "{\"id_delimiter\":\"||\"}");

        assertThat(table.schema().header()).isEqualTo("x0||x1");
        assertThat(rows()).containsExactly(new Row("1", List.of("a,a", "b")));
    }

    @Test
    void madeUpIdsCountFromZeroOrAreUnique() throws IOException {
        TableInfo counted = upload("x0,x1\na,b\na,b\n", "{\"extend_sid\":true,\"auto_increasing_sid\":true}");
        assertThat(counted.schema().sid()).isEqualTo("extend_sid");
        assertThat(counted.schema().header()).isEqualTo("x0,x1");
        assertThat(rows()).containsExactly(new Row("0", List.of("a", "b")), new Row("1", List.of("a", "b")));

        TableInfo unique = upload("x0,x1\na,b\na,b\n", "{\"extend_sid\":true}");
        assertThat(unique.count()).isEqualTo(2);
        assertThat(rows()).extracting(Row::id).allMatch(id -> id.matches("[0-9a-f]{32}[01]"));
    }

    @Test
    void metaIsLaidOverFatesDefaults() throws IOException {
        TableInfo table = upload(
                "id;y;x0\n1;0;2\n",
                "{\"with_meta\":true,\"meta\":{\"delimiter\":\";\",\"with_label\":true,\"label_name\":\"y\","
                        + "\"id_list\":null}}");

        ObjectNode meta = table.schema().meta();
        assertThat(meta.path("input_format").asText()).isEqualTo("dense");
        assertThat(meta.path("label_name").asText()).isEqualTo("y");
        assertThat(meta.has("id_list")).isFalse();
        assertThat(table.schema().header()).isEqualTo("y;x0");
    }

    @Test
    void metaSaysWhichColumnIsWhat() throws IOException {
        ObjectNode meta = upload(
                        "id,phone,y,a,b\n1,p,0,2,3\n",
                        "{\"with_meta\":true,\"meta\":{\"with_label\":true,\"label_name\":\"y\","
                                + "\"with_match_id\":true}}")
                .schema()
                .meta();

        assertThat(meta.path("header").toString()).isEqualTo("[\"a\",\"b\"]");
        assertThat(meta.path("anonymous_header").toString()).isEqualTo("[\"x0\",\"x1\"]");
        assertThat(meta.path("anonymous_label").asText()).isEqualTo("y");
        assertThat(meta.path("match_id_name").toString()).isEqualTo("[\"phone\"]");
        assertThat(meta.path("original_index_info").toString())
                .isEqualTo("{\"header_index\":[2,3],\"label_index\":1,\"match_id_index\":[0]}");
    }

    @Test
    void metaMustFitTheHeader() {
        assertThatThrownBy(() -> upload("id,a\n1,2\n", "{\"with_meta\":true,\"meta\":{\"with_label\":true}}"))
                .hasMessageContaining("parameter meta")
                .hasMessageContaining("there is no label column y; the columns are [a]");
    }

    @Test
    void countsDistinctIdsWhateverTheFile() throws IOException {
        Random random = new Random(42);
        for (int round = 0; round < 25; round++) {
            Map<String, List<String>> expected = new LinkedHashMap<>();
            StringBuilder text = new StringBuilder("id,x0,x1\n");
            int lines = 1 + random.nextInt(60);
            for (int i = 0; i < lines; i++) {
                String id = "k" + random.nextInt(30);
                List<String> values = List.of("v" + random.nextInt(9), "w" + random.nextInt(9));
                expected.put(id, values);
                text.append(id).append(',').append(String.join(",", values)).append(round % 2 == 0 ? "\n" : "\r\n");
            }

            TableInfo table = upload(text.toString(), "{}");

            assertThat(table.count()).isEqualTo(expected.size());
            assertThat(rows()).allSatisfy(row -> assertThat(row.values()).isEqualTo(expected.get(row.id())));
        }
    }

    @Test
    void aMissingOrEmptyFileIsNamed() throws IOException {
        Files.createFile(home.resolve("empty.csv"));

        assertThatThrownBy(() -> run(parameters("{\"file\":\"none.csv\"}")))
                .hasMessageContaining("none.csv is not there");
        assertThatThrownBy(() -> run(parameters("{\"file\":\"empty.csv\"}")))
                .hasMessageContaining("empty.csv is empty");
        assertThatThrownBy(() -> run(parameters("{}"))).hasMessageContaining("file");
    }

    @ParameterizedTest
    @CsvSource({"head,2", "partition,0", "partition,1024", "partition,1.5", "extend_sid,7"})
    void aWrongValueIsNamed(String name, String value) {
        assertThatThrownBy(() -> upload("id,x\n1,2\n", "{\"" + name + "\":" + value + "}"))
                .hasMessageContaining(name)
                .hasMessageContaining(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"partitions", "Head"})
    void anUnknownParameterIsNamed(String name) {
        assertThatThrownBy(() -> upload("id,x\n1,2\n", "{\"" + name + "\":1}"))
                .hasMessageContaining("redundant parameters")
                .hasMessageContaining(name);
    }

    private TableInfo upload(String text, String parameters) throws IOException {
        Files.writeString(home.resolve("f.csv"), text);
        ObjectNode all = parameters(parameters).put("file", "f.csv");
        run(all);
        return new TableStore(home.resolve("store")).find(TABLE).orElseThrow();
    }

    private void run(ObjectNode parameters) throws IOException {
        new Upload()
                .run(new ComponentContext(
                        new TaskIdentity("j", "upload_0", "j_upload_0", "0", "Upload", new Party("local", "0")),
                        new Parameters("Upload#upload_0", parameters),
                        new Parties(Map.of()),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        home,
                        new AllowedFolders(List.of(home)),
                        new TableStore(home.resolve("store")),
                        new HttpExchange("http://127.0.0.1:1", "none", Backoff.standard(), java.time.Duration.ZERO),
                        new Results()));
    }

    private static ObjectNode parameters(String json) throws IOException {
        ObjectNode parameters = (ObjectNode) new ObjectMapper().readTree(json);
        return parameters.put("namespace", TABLE.namespace()).put("name", TABLE.name());
    }

    private List<Row> rows() throws IOException {
        List<Row> all = new ArrayList<>();
        try (TableReader reader = new TableStore(home.resolve("store")).open(TABLE)) {
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                all.addAll(rows);
            }
        }
        return all;
    }
}
