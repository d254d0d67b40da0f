package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.crypto.psi.IdHash;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class IntersectionTest {

    static final String GUEST = "guest:9999";
    static final String HOST = "host:10000";
    static final String OTHER_HOST = "host:10001";

    private static final String RSA = """
            {"intersect_method": "rsa", "rsa_params": {"key_length": 1024}%s}""";
    private static final String ECDH = """
            {"intersect_method": "ecdh", "ecdh_params": {"salt": "pepper"}%s}""";
    private static final String DH = """
            {"intersect_method": "dh", "dh_params": {"key_length": 1024}%s}""";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {RSA, ECDH, DH})
    void findsTheCommonIdsOfTwoParties(String parameters) throws Exception {
        Federation.Run run = federation(parameters, "", ids(0, 50), ids(20, 90)).run();

        assertThat(rows(run, GUEST)).isEqualTo(expectedRows(20, 50, "g"));
        assertThat(rows(run, HOST)).isEqualTo(expectedRows(20, 50, "h"));
    }

    @ParameterizedTest
    @ValueSource(strings = {RSA, ECDH, DH})
    void findsTheCommonIdsOfThreeParties(String parameters) throws Exception {
        Federation federation = federation(parameters, "", ids(0, 50), ids(20, 90), ids(10, 30));

        Federation.Run run = federation.run();

        for (String party : List.of(GUEST, HOST, OTHER_HOST)) {
            assertThat(keys(run, party)).as(party).isEqualTo(ids(20, 30));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RSA, ECDH, DH})
    void noIdCrossesNeitherCommonOnesNorOthers(String parameters) throws Exception {
        List<String> all = ids(0, 60);
        Federation.Run run = federation(parameters, "", ids(0, 40), ids(20, 60)).run();

        assertThat(run.record()).isNotEmpty();
        for (String id : all) {
            List<byte[]> traces = new ArrayList<>();
            traces.add(id.getBytes(StandardCharsets.UTF_8));
            for (String salt : List.of("", "pepper")) {
                byte[] digest = new IdHash("sha256", salt).of(id);
                traces.add(digest);
                traces.add(HexFormat.of().formatHex(digest).getBytes(StandardCharsets.UTF_8));
            }
            for (MemoryExchange.Message message : run.record()) {
                traces.forEach(trace -> assertThat(contains(message.bytes(), trace))
                        .as("%s in %s", id, message.variable())
                        .isFalse());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rsa, 'host_pubkey, host_prvkey_ids, guest_pubkey_ids, host_sign_guest_ids, intersect_ids'",
        "ecdh, 'id_ciphertext_exchange_g2h, id_ciphertext_exchange_h2g, doubly_encrypted_id, intersect_ids'"
    })
    void messagesHaveTheNamesOfFate(String method, String variables) throws Exception {
        Federation.Run run = federation("{\"intersect_method\": \"" + method + "\"%s}", "", ids(0, 3), ids(0, 3))
                .run();

        String type = method.equals("rsa") ? "RsaIntersect" : "EcdhIntersect";
        String prefix = "federatedml.transfer_variable.transfer_class." + method + "_intersect_transfer_variable."
                + type + "TransferVariable.";
        List<String> names =
                run.record().stream().map(MemoryExchange.Message::variable).toList();
        assertThat(names.get(0))
                .isEqualTo("federatedml.transfer_variable.transfer_class.intersection_func_transfer_variable"
                        + ".IntersectionFuncTransferVariable.use_match_id");
        assertThat(names.stream().skip(1))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(variables.split(", ")).map(prefix::concat).toList());
    }

    @Test
    void summaryAndMetricAreThoseOfFate() throws Exception {
        ObjectNode result = federation(ECDH, "", ids(0, 50), ids(20, 90)).run().result(GUEST);

        assertThat(result.path("summary").toString()).isEqualTo("""
                        {"intersect_num":30,"intersect_rate":0.6,"cardinality_only":false,"unique_id_num":50}""");
        JsonNode metric = result.path("metrics").path(0);
        assertThat(metric.path("namespace").asText()).isEqualTo("train");
        assertThat(metric.path("name").asText()).isEqualTo("intersection");
        assertThat(metric.path("metric_type").asText()).isEqualTo("INTERSECTION");
        assertThat(metric.path("data").toString())
                .isEqualTo("[[\"intersect_count\",30],[\"input_match_id_count\",50],[\"intersect_rate\",0.6],"
                        + "[\"unmatched_count\",20],[\"unmatched_rate\",0.4]]");
    }

    @Test
    void keysOnlyMeansNoColumns() throws Exception {
        Federation.Run run = federation(ECDH, ", \"only_output_key\": true", ids(0, 5), ids(3, 9))
                .run();

        assertThat(rows(run, GUEST))
                .isEqualTo(List.of(new Row(ids(3, 4).get(0), List.of()), new Row(id(4), List.of())));
        assertThat(schema(run, HOST).columns()).isEmpty();
    }

    @Test
    void aHostThatIsNotToldHasNoOutput() throws Exception {
        Federation.Run run = federation(RSA, ", \"sync_intersect_ids\": false", ids(0, 5), ids(3, 9))
                .run();

        assertThat(keys(run, GUEST)).isEqualTo(ids(3, 5));
        assertThat(run.result(HOST).path("outputs")).isEmpty();
        assertThat(run.result(HOST).path("summary").path("intersect_num").asInt())
                .isEqualTo(-1);
        assertThat(run.record()).noneMatch(message -> message.variable().endsWith("intersect_ids"));
    }

    @ParameterizedTest
    @CsvSource({"rsa, false", "ecdh, true", "dh, false"})
    void countsOnly(String method, boolean tell) throws Exception {
        String more = ", \"cardinality_only\": true, \"sync_cardinality\": " + tell + ", \"cardinality_method\": \""
                + method + "\", \"dh_params\": {\"key_length\": 1024}";

        Federation.Run run = federation("{\"intersect_method\": \"rsa\"%s}", more, ids(0, 50), ids(20, 90))
                .run();

        assertThat(run.result(GUEST).path("summary").path("intersect_num").asInt())
                .isEqualTo(30);
        assertThat(run.result(HOST).path("summary").path("intersect_num").asInt())
                .isEqualTo(tell ? 30 : -1);
        assertThat(run.result(GUEST).path("outputs")).isEmpty();
    }

    @Test
    void countsWithSeveralHosts() throws Exception {
        Federation.Run run = federation("{\"cardinality_only\": true%s}", "", ids(0, 50), ids(20, 90), ids(10, 30))
                .run();

        assertThat(run.result(GUEST).path("summary").path("intersect_num").asInt())
                .isEqualTo(10);
    }

    @Test
    void nothingInCommonFailsAtEveryPartyWithNamesAndCounts() throws Exception {
        Federation.Run run =
                federation(ECDH, "", ids(0, 10), ids(0, 4), ids(5, 7)).run();

        for (String party : List.of(GUEST, HOST, OTHER_HOST)) {
            assertThat(run.failure(party))
                    .contains("the intersection is empty: guest 9999 has 10 ids")
                    .contains("4 common with host 10000 (4 ids)")
                    .contains("2 common with host 10001 (2 ids)");
        }
    }

    @Test
    void partiesThatDifferInMatchIdsFailWithBothValues() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST).component(Intersection::new);
        federation.input(GUEST, "data", instances(federation, GUEST, "m", "a", "b"));
        federation.input(HOST, "data", text(federation, HOST, ids(0, 3), "h"));

        Federation.Run run = federation.run();

        for (String party : List.of(GUEST, HOST)) {
            assertThat(run.failure(party)).contains("guest 9999: true").contains("host 10000: false");
        }
    }

    @Test
    void rowsOfOneMatchIdAreExpandedUnderTheGuestsRowIds() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(Intersection::new)
                .parameters("{\"intersect_method\": \"ecdh\"}");
        federation.input(GUEST, "data", instances(federation, GUEST, "g", "anna", "bert", "anna", "carl", "dora"));
        federation.input(HOST, "data", instances(federation, HOST, "h", "dora", "anna", "emil", "dora"));

        Federation.Run run = federation.run();

        assertThat(dataset(run, GUEST).instances())
                .extracting(Instance::id, Instance::matchId, instance -> instance.features()
                        .get(0))
                .containsExactly(tuple("g0", "anna", 0.0), tuple("g2", "anna", 2.0), tuple("g4", "dora", 4.0));
        assertThat(dataset(run, HOST).instances())
                .extracting(Instance::id, Instance::matchId, instance -> instance.features()
                        .get(0))
                .containsExactly(tuple("g4", "dora", 0.0), tuple("g0", "anna", 1.0), tuple("g2", "anna", 1.0));
        JsonNode data = run.result(GUEST).path("metrics").path(0).path("data");
        assertThat(data.toString())
                .contains("[\"intersect_count\",2]")
                .contains("[\"input_match_id_count\",4]")
                .contains("[\"intersect_sample_id_count\",3]");
        for (MemoryExchange.Message message : run.record()) {
            for (String id : List.of("anna", "bert", "carl", "dora", "emil")) {
                assertThat(contains(message.bytes(), id.getBytes(StandardCharsets.UTF_8)))
                        .isFalse();
            }
        }
    }

    @Test
    void matchIdsWithoutValues() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(Intersection::new)
                .parameters("{\"intersect_method\": \"ecdh\", \"only_output_key\": true}");
        federation.input(GUEST, "data", instances(federation, GUEST, "g", "anna", "bert"));
        federation.input(HOST, "data", instances(federation, HOST, "h", "bert"));

        Federation.Run run = federation.run();

        for (String party : List.of(GUEST, HOST)) {
            assertThat(dataset(run, party).header()).isEmpty();
            assertThat(dataset(run, party).ids()).containsExactly("g1");
        }
    }

    @Test
    void aFilterBeforeChangesNothing() throws Exception {
        Federation.Run run = federation(
                        "{\"intersect_method\": \"ecdh\", \"run_preprocess\": true,"
                                + " \"intersect_preprocess_params\": {\"false_positive_rate\": 0.2}%s}",
                        "", ids(0, 30), ids(10, 40))
                .run();

        assertThat(keys(run, GUEST)).isEqualTo(ids(10, 30));
    }

    @Test
    void partiesWithDifferentParametersAreTold() throws Exception {
        Federation federation = federation("{\"intersect_method\": \"dh\"%s}", "", ids(0, 3), ids(0, 3));
        federation.parameters(HOST, "{\"dh_params\": {\"key_length\": 1024}}");
        assertThat(federation.run().failure(HOST)).contains("guest 9999").contains("dh_params.key_length");

        Federation hashes = federation(RSA, "", ids(0, 3), ids(0, 3));
        hashes.parameters(HOST, "{\"rsa_params\": {\"final_hash_method\": \"sha512\"}}");
        assertThat(hashes.run().failure(GUEST)).contains("host 10000").contains("64 bytes, not 32");
    }

    @ParameterizedTest
    @ValueSource(strings = {"new_sample_id", "allow_info_share", "repeated_id_process", "with_sample_id"})
    void whatIsNotSupportedIsRefusedByName(String name) throws Exception {
        assertRefused("{\"" + name + "\": true}", name);
    }

    @Test
    void wrongParametersAreRefusedByName() throws Exception {
        assertRefused("{\"join_method\": \"outer_join\"}", "join_method");
        assertRefused("{\"join_method\": \"left_join\", \"sync_intersect_ids\": false}", "join_method");
        assertRefused("{\"sample_id_generator\": \"arbiter\"}", "sample_id_generator");
        assertRefused("{\"intersect_method\": \"rot13\"}", "intersect_method");
        assertRefused("{\"rsa_params\": {\"hash_method\": \"crc32\"}}", "hash_method");
        assertRefused("{\"run_cache\": true, \"cardinality_only\": true}", "run_cache");
        assertRefused("{\"run_cache\": true, \"run_preprocess\": true}", "run_cache");
        assertRefused("{\"rsa_params\": {\"key_length\": 512}}", "key_length");
        assertRefused("{\"intersect_method\": \"dh\", \"dh_params\": {\"key_length\": 1536}}", "key_length");
        assertRefused("{\"ecdh_params\": {\"curve\": \"p256\"}}", "curve");
        assertRefused("{\"no_such_thing\": 1}", "no_such_thing");
    }

    @Test
    void partiesWithoutRowsAreTold() throws Exception {
        assertThat(federation(ECDH, "", ids(0, 0), ids(0, 3)).run().failure(GUEST))
                .contains("no ids to match at guest 9999");
    }

    @Test
    void findsAllOfTheBreastData() throws Exception {
        Path data = Path.of("../../../shared/data");
        Assumptions.assumeTrue(Files.isDirectory(data), "the data sets are not here");
        List<String> guest = firstColumn(data.resolve("breast_hetero_guest.csv"));
        List<String> host = firstColumn(data.resolve("breast_hetero_host.csv"));

        Federation.Run run = federation(RSA, "", guest, host).run();

        assertThat(keys(run, GUEST)).hasSize(569).isEqualTo(guest);
        assertThat(keys(run, HOST)).isEqualTo(host);
    }

    private void assertRefused(String parameters, String name) throws Exception {
        Federation.Run run = federation("{%s}", "", ids(0, 1), ids(0, 1))
                .parameters(parameters)
                .run();
        assertThat(run.failure(GUEST)).contains("Intersection").contains(name);
        assertThat(run.record()).isEmpty();
    }

    private Federation federation(String parameters, String more, List<String> guest, List<?>... hosts)
            throws IOException {
        String[] parties = {GUEST, HOST, OTHER_HOST};
        Federation federation = new Federation(directory, Arrays.copyOf(parties, 1 + hosts.length))
                .component(Intersection::new)
                .parameters(parameters.formatted(more));
        federation.input(GUEST, "data", text(federation, GUEST, guest, "g"));
        for (int i = 0; i < hosts.length; i++) {
            List<String> ids = hosts[i].stream().map(String.class::cast).toList();
            federation.input(parties[1 + i], "data", text(federation, parties[1 + i], ids, "h"));
        }
        return federation;
    }

    static TableName text(Federation federation, String party, List<String> ids, String value) throws IOException {
        TableName name = new TableName("test", "text");
        TableSchema schema = TableSchema.of("id", List.of("x0"), 4);
        try (TableWriter writer = federation.tables(party).create(name, schema)) {
            for (String id : ids) {
                writer.add(new Row(id, List.of(value + id)));
            }
            writer.commit();
        }
        return name;
    }

    /** Rows with ids made of a prefix and their number, which is also their only feature. */
    static TableName instances(Federation federation, String party, String prefix, String... matchIds)
            throws IOException {
        TableName name = new TableName("test", "instances");
        InstanceSchema schema =
                InstanceSchema.dense(List.of("x0"), List.of("a0")).withMatchId("person");
        List<Instance> instances = IntStream.range(0, matchIds.length)
                .mapToObj(i -> new Instance(prefix + i, matchIds[i], Double.NaN, 1, new DenseFeatures(i)))
                .toList();
        new DataSet(TableSchema.of("id", List.of(), 1).withInstances(schema), instances)
                .save(federation.tables(party), name);
        return name;
    }

    static List<Row> rows(Federation.Run run, String party) throws IOException {
        TableStore tables = run.federation().tables(party);
        List<Row> rows = new ArrayList<>();
        try (TableReader reader = tables.open(run.output(party, "data"))) {
            for (List<Row> batch = reader.next(); !batch.isEmpty(); batch = reader.next()) {
                rows.addAll(batch);
            }
        }
        return rows;
    }

    static List<String> keys(Federation.Run run, String party) throws IOException {
        return rows(run, party).stream().map(Row::id).toList();
    }

    private static TableSchema schema(Federation.Run run, String party) throws IOException {
        return run.federation()
                .tables(party)
                .find(run.output(party, "data"))
                .orElseThrow()
                .schema();
    }

    private static DataSet dataset(Federation.Run run, String party) throws IOException {
        return DataSet.load(run.federation().tables(party), run.output(party, "data"));
    }

    static List<Row> expectedRows(int from, int to, String value) {
        return ids(from, to).stream()
                .map(id -> new Row(id, List.of(value + id)))
                .toList();
    }

    static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(IntersectionTest::id).toList();
    }

    private static String id(int number) {
        return "customer-" + number * 7919;
    }

    private static List<String> firstColumn(Path csv) throws IOException {
        return Files.readAllLines(csv).stream()
                .skip(1)
                .map(line -> line.substring(0, line.indexOf(',')))
                .toList();
    }

    static boolean contains(byte[] bytes, byte[] part) {
        return IntStream.rangeClosed(0, bytes.length - part.length)
                .anyMatch(at -> Arrays.equals(bytes, at, at + part.length, part, 0, part.length));
    }
}
