package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;

import static io.fateflow.worker.component.intersection.IntersectionTest.GUEST;
import static io.fateflow.worker.component.intersection.IntersectionTest.HOST;
import static io.fateflow.worker.component.intersection.IntersectionTest.OTHER_HOST;
import static io.fateflow.worker.component.intersection.IntersectionTest.contains;
import static io.fateflow.worker.component.intersection.IntersectionTest.ids;
import static io.fateflow.worker.component.intersection.IntersectionTest.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** Whose row ids parties go on with, and whose other rows stay. */
class LeftJoinTest {

    private static final double NONE = Double.NaN;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"rsa", "ecdh", "dh"})
    void theGuestKeepsAllRowsAndTheHostHasThemWithoutValues(String method) throws Exception {
        Federation.Run run = federation(
                        "\"intersect_method\": \"" + method + "\", \"join_method\": \"left_join\"",
                        List.of("anna", "bert", "anna", "carl", "dora"),
                        List.of("dora", "anna", "emil", "dora"))
                .run();

        assertThat(rows(run, GUEST))
                .containsExactly(
                        tuple("g0", "anna", 0.0),
                        tuple("g1", "bert", 1.0),
                        tuple("g2", "anna", 2.0),
                        tuple("g3", "carl", 3.0),
                        tuple("g4", "dora", 4.0));
        assertThat(rows(run, HOST))
                .containsExactly(
                        tuple("g4", "dora", 0.0),
                        tuple("g0", "anna", 1.0),
                        tuple("g2", "anna", 1.0),
                        tuple("g1", "", NONE),
                        tuple("g3", "", NONE));
        for (String party : List.of(GUEST, HOST)) {
            assertThat(run.result(party).path("metrics").path(0).toString())
                    .as(party)
                    .contains("\"join_method\":\"left_join\"")
                    .contains("[\"intersect_count\",2]")
                    .contains("[\"intersect_sample_id_count\",3]");
        }
        assertNoMatchIdCrosses(run);
    }

    @Test
    void aHostsRowsMayBeThoseThatStay() throws Exception {
        Federation.Run run = federation(
                        "\"join_method\": \"left_join\", \"sample_id_generator\": \"host\"",
                        List.of("anna", "bert", "anna", "carl", "dora"),
                        List.of("dora", "anna", "emil", "dora"))
                .run();

        assertThat(rows(run, HOST))
                .containsExactly(
                        tuple("h0", "dora", 0.0),
                        tuple("h1", "anna", 1.0),
                        tuple("h2", "emil", 2.0),
                        tuple("h3", "dora", 3.0));
        assertThat(rows(run, GUEST))
                .containsExactly(
                        tuple("h1", "anna", 0.0),
                        tuple("h0", "dora", 4.0),
                        tuple("h3", "dora", 4.0),
                        tuple("h2", "", NONE));
        DataSet guest = dataset(run, GUEST);
        assertThat(guest.schema().labelName()).isEqualTo("y");
        assertThat(guest.schema().integerLabel())
                .as("a row has no label, which is no whole number")
                .isFalse();
        assertThat(guest.instances()).extracting(Instance::label).containsExactly(0.0, 0.0, 0.0, NONE);
        assertNoMatchIdCrosses(run);
    }

    @Test
    void withoutLeftJoinTheHostsRowIdsAreThoseOfTheCommonRowsAlone() throws Exception {
        Federation.Run run = federation(
                        "\"intersect_method\": \"ecdh\", \"sample_id_generator\": \"host\"",
                        List.of("anna", "bert"),
                        List.of("emil", "bert", "bert"))
                .run();

        assertThat(dataset(run, GUEST).ids()).containsExactly("h1", "h2");
        assertThat(dataset(run, HOST).ids()).containsExactly("h1", "h2");
        assertThat(dataset(run, GUEST).schema().integerLabel()).isTrue();
        assertThat(run.record()).noneMatch(message -> message.variable().contains("join_id"));
    }

    @Test
    void rowsThatNotAllHostsHaveAreWithoutValuesAtEachHost() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, OTHER_HOST)
                .component(Intersection::new)
                .parameters("{\"intersect_method\": \"ecdh\", \"join_method\": \"left_join\"}");
        federation.input(GUEST, "data", store(federation, GUEST, "g", List.of("anna", "bert", "carl"), true));
        federation.input(HOST, "data", store(federation, HOST, "h", List.of("anna", "bert"), false));
        federation.input(OTHER_HOST, "data", store(federation, OTHER_HOST, "o", List.of("carl", "bert"), false));

        Federation.Run run = federation.run();

        assertThat(dataset(run, GUEST).ids()).containsExactly("g0", "g1", "g2");
        assertThat(rows(run, HOST))
                .containsExactly(tuple("g1", "bert", 1.0), tuple("g0", "", NONE), tuple("g2", "", NONE));
        assertThat(rows(run, OTHER_HOST))
                .containsExactly(tuple("g1", "bert", 1.0), tuple("g0", "", NONE), tuple("g2", "", NONE));
    }

    @Test
    void keysAloneAreJoinedToo() throws Exception {
        Federation.Run run = federation(
                        "\"intersect_method\": \"ecdh\", \"join_method\": \"left_join\", \"only_output_key\": true",
                        List.of("anna", "bert"),
                        List.of("bert"))
                .run();

        assertThat(dataset(run, GUEST).ids()).containsExactly("g0", "g1");
        assertThat(dataset(run, HOST).ids()).containsExactly("g1", "g0");
        assertThat(dataset(run, HOST).header()).isEmpty();
    }

    @Test
    void sparseRowsWithoutValuesMissAllOfThem() throws Exception {
        Federation.Run run = federation(
                        "\"join_method\": \"left_join\"",
                        List.of("anna", "bert"),
                        List.of("bert"),
                        schema(false).withSparse(true))
                .run();

        assertThat(rows(run, HOST)).containsExactly(tuple("g1", "bert", 0.0), tuple("g0", "", NONE));
    }

    @Test
    void dataWithoutMatchIdsIsRefused() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(Intersection::new)
                .parameters("{\"join_method\": \"left_join\"}");
        federation.input(GUEST, "data", text(federation, GUEST, ids(0, 3), "g"));
        federation.input(HOST, "data", text(federation, HOST, ids(0, 3), "h"));

        assertThat(federation.run().failure(GUEST))
                .contains("the data of guest 9999 has no match ids, which join_method left_join needs");
    }

    @Test
    void oneHostOfSeveralCanNotGiveTheRowIds() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, OTHER_HOST)
                .component(Intersection::new)
                .parameters("{\"sample_id_generator\": \"host\"}");
        for (String party : List.of(GUEST, HOST, OTHER_HOST)) {
            federation.input(party, "data", store(federation, party, "r", List.of("anna"), false));
        }

        assertThat(federation.run().failure(GUEST)).contains("sample_id_generator must be guest with 2 hosts");
    }

    @Test
    void partiesThatJoinDifferentlyAreToldBoth() throws Exception {
        Federation federation =
                federation("\"join_method\": \"left_join\"", List.of("anna", "bert"), List.of("bert", "carl"));
        federation.parameters(HOST, "{\"sample_id_generator\": \"host\"}");

        Federation.Run run = federation.run();

        for (String party : List.of(GUEST, HOST)) {
            assertThat(run.failure(party))
                    .contains("guest 9999: left_join by the rows of the guest")
                    .contains("host 10000: left_join by the rows of the host");
        }
    }

    private Federation federation(String parameters, List<String> guest, List<String> host) throws IOException {
        return federation(parameters, guest, host, schema(false));
    }

    private Federation federation(String parameters, List<String> guest, List<String> host, InstanceSchema ofHost)
            throws IOException {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(Intersection::new)
                .parameters("{" + parameters + "}");
        federation.input(GUEST, "data", store(federation, GUEST, "g", guest, true));
        federation.input(HOST, "data", store(federation, HOST, "h", host, ofHost));
        return federation;
    }

    private static TableName store(
            Federation federation, String party, String prefix, List<String> matchIds, boolean labelled)
            throws IOException {
        return store(federation, party, prefix, matchIds, schema(labelled));
    }

    /** Rows with ids made of a prefix and their number, which is also their only feature. */
    private static TableName store(
            Federation federation, String party, String prefix, List<String> matchIds, InstanceSchema schema)
            throws IOException {
        TableName name = new TableName("test", "joined" + schema.hashCode());
        List<Instance> instances = IntStream.range(0, matchIds.size())
                .mapToObj(i -> new Instance(prefix + i, matchIds.get(i), 0, 1, new DenseFeatures(i)))
                .toList();
        new DataSet(TableSchema.of("id", List.of(), 1).withInstances(schema), instances)
                .save(federation.tables(party), name);
        return name;
    }

    private static InstanceSchema schema(boolean labelled) {
        InstanceSchema schema =
                InstanceSchema.dense(List.of("x0"), List.of("a0")).withMatchId("person");
        return labelled ? schema.withLabel("y", true) : schema;
    }

    private static List<Tuple> rows(Federation.Run run, String party) throws IOException {
        return dataset(run, party).instances().stream()
                .map(row -> tuple(row.id(), row.matchId(), row.features().get(0)))
                .toList();
    }

    private static DataSet dataset(Federation.Run run, String party) throws IOException {
        return DataSet.load(run.federation().tables(party), run.output(party, "data"));
    }

    private static void assertNoMatchIdCrosses(Federation.Run run) {
        for (MemoryExchange.Message message : run.record()) {
            for (String id : List.of("anna", "bert", "carl", "dora", "emil")) {
                assertThat(contains(message.bytes(), id.getBytes(StandardCharsets.UTF_8)))
                        .as("%s in %s", id, message.variable())
                        .isFalse();
            }
        }
    }
}
