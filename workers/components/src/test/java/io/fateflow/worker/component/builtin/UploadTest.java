package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.component.Caches;
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
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UploadTest {

    private static final TableName TABLE = new TableName("ns", "t");

    private static final String WARN = "{\"bad_rows\":\"warn\"}";

    @TempDir
    Path home;

    private Results results = new Results();

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

    @Test
    void itSaysHowFarItIs() throws IOException {
        upload("id,x0\n1,a\n2,b\n3,c\n", "{}");

        JsonNode last = results.metricsSoFar().get(1);
        assertThat(results.metricChanges())
                .as("read once, read twice, two rows of three, and what was counted")
                .isEqualTo(5);
        assertThat(last.toString()).contains("\"PROGRESS\"", "[[\"percent\",88]]");
        assertThat(results.toJson().path("metrics").toString())
                .as("it is no result")
                .doesNotContain("PROGRESS");
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

    /** As Excel saves a file in UTF-8. */
    @Test
    void aByteOrderMarkBelongsToNoIdAndNoName() throws IOException {
        upload("\ufeff1,a\n2,b\n", "{\"head\":0}");
        assertThat(rows()).extracting(Row::id).containsExactly("1", "2");

        assertThat(upload("\ufeffid,x\n1,a\n", "{}").schema().sid()).isEqualTo("id");
    }

    @Test
    void aLaterRowOverwritesOneWithTheSameId() throws IOException {
        TableInfo table = upload("id,x\n1,old\n2,b\n1,new\n", WARN);

        assertThat(table.count()).isEqualTo(2);
        assertThat(rows()).containsExactlyInAnyOrder(new Row("2", List.of("b")), new Row("1", List.of("new")));
    }

    @Test
    void rowsOfDifferentWidthAreKeptAsOneText() throws IOException {
        TableInfo table = upload("id,x0,x1\n1,a\n2,c,d,e\n", WARN);

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

            TableInfo table = upload(text.toString(), WARN);

            assertThat(table.count()).isEqualTo(expected.size());
            assertThat(rows()).allSatisfy(row -> assertThat(row.values()).isEqualTo(expected.get(row.id())));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "id,x0,x1\\n1,top-secret\\n2,b,c\\n  #  FFB-4030 # line 2 of f.csv has 2 columns, line 1 has 3:",
                "id,x0,x1\\n1,a,b\\n\\n2,top-secret,d,e\\n3,a\\n  #  FFB-4030 # line 4 of f.csv has 4 columns, line 1 has 3 (2 such",
                "id;x0;x1\\n1;top-secret;b\\n  #  FFB-4032 # line 1 has semicolons",
                "id\\tx0\\n1\\ttop-secret\\n  #  FFB-4032 # line 1 has tabs",
                "id,x0\\ntop-secret,a\\n2,b\\ntop-secret,c\\n  #  FFB-4033 # line 4 of f.csv has the id of line 2:",
                "id,x0,x1\\n  #  FFB-4034 # a header alone is no data",
                "id,x0\\n1,top-secret\\n2,\\0\\n  #  FFB-4031 # line 3 of f.csv has a NUL",
            })
    void whatIsSurelyWrongIsRefusedWithItsLineAndWhatToDo(String text, String id, String place) throws IOException {
        assertThatThrownBy(() ->
                        upload(text.replace("\\n", "\n").replace("\\t", "\t").replace("\\0", "\0"), "{}"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining(id)
                .hasMessageContaining(place)
                .hasMessageNotContaining("top-secret");
        assertThat(new TableStore(home.resolve("store")).find(TABLE)).isEmpty();
    }

    @Test
    void bytesThatAreNoUtf8AreRefusedWithTheirLine() throws IOException {
        byte[] latin = "id,x0\r\n1,caf\u00e9\r\n2,b\r\n3,na\u00efve\r\n".getBytes(StandardCharsets.ISO_8859_1);
        Files.write(home.resolve("latin.csv"), latin);

        assertThatThrownBy(() -> run(parameters("{\"file\":\"latin.csv\"}")))
                .hasMessageContaining("FFB-4031 Upload: line 2 of latin.csv")
                .hasMessageContaining("2 such lines in all");

        run(parameters("{\"file\":\"latin.csv\",\"bad_rows\":\"warn\"}"));
        assertThat(metric()).isEqualTo("[[\"count\",3],[\"lines_not_utf8\",2]]");
    }

    @Test
    void charactersOfSeveralBytesAreTextWhereverABufferEnds() throws IOException {
        for (int shift = 0; shift < 4; shift++) {
            TableInfo table =
                    upload("id,x0\n1," + "x".repeat(shift) + "\ud83d\ude00\u00e9\u4f60".repeat(20_000) + "\n", "{}");
            assertThat(table.count()).isOne();
        }
    }

    @Test
    void whatIsWrongIsCountedWhereThatIsAskedFor() throws IOException {
        upload("id,x0,x1\n1,a\n2,c,d,e\n1,b,c\n", WARN);

        assertThat(metric()).isEqualTo("[[\"count\",2],[\"rows_of_other_width\",2],[\"duplicate_ids\",1]]");
        assertThat(upload("id,x0\n", WARN).count()).isZero();
        assertThat(upload("id;x0\n1;2\n", WARN).count()).isOne();
    }

    @Test
    void rowsOfSparseAndTagDataDifferByDesign() throws IOException {
        String sparse = "1,1,3:0.5\n2,0,1:0.5,7:1\n";
        assertThat(upload(sparse, "{\"head\":0}").count()).isEqualTo(2);
        assertThat(upload(sparse, "{\"head\":0,\"with_meta\":true,\"meta\":{\"input_format\":\"sparse\"}}")
                        .count())
                .isEqualTo(2);
        assertThatThrownBy(() -> upload(sparse, "{\"head\":0,\"with_meta\":true,\"meta\":{}}"))
                .hasMessageContaining("line 2 of f.csv has 4 columns, line 1 has 3");
    }

    @Test
    void aFileOfIdsAloneIsData() throws IOException {
        assertThat(upload("id\n1\n2\n", "{}").count()).isEqualTo(2);
        assertThat(upload("1\n2\n", "{\"head\":0}").count()).isEqualTo(2);
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

    private String metric() {
        return results.toJson().at("/metrics/0/data").toString();
    }

    private void run(ObjectNode parameters) throws IOException {
        results = new Results();
        new Upload()
                .run(new ComponentContext(
                        new TaskIdentity("j", "upload_0", "j_upload_0", "0", "Upload", new Party("local", "0")),
                        new Parameters("Upload#upload_0", parameters),
                        new Parties(Map.of()),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        Caches.NONE,
                        home,
                        new AllowedFolders(List.of(home)),
                        WritableFolders.none(),
                        new TableStore(home.resolve("store")),
                        new HttpExchange("http://127.0.0.1:1", "none", Backoff.standard(), java.time.Duration.ZERO),
                        results));
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
