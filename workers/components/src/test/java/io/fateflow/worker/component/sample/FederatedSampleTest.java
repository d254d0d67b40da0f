package io.fateflow.worker.component.sample;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableStream;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FederatedSampleTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";
    private static final int ROWS = 20;

    @TempDir
    Path directory;

    @Test
    void allPartiesHaveTheRowsThatTheGuestDraws() throws Exception {
        Federation federation = federation("{\"fractions\": 0.4}", 1);
        Federation.Run run = federation.run();

        List<Instance> guest = rows(federation, run, GUEST);
        List<Instance> host = rows(federation, run, HOST);
        assertThat(guest).hasSize(8);
        assertThat(ids(guest)).containsExactlyInAnyOrderElementsOf(ids(host));
        assertThat(guest).allSatisfy(row -> assertThat(row.features().get(0)).isEqualTo(number(row)));
        assertThat(host).allSatisfy(row -> assertThat(row.features().get(0)).isEqualTo(-number(row)));
        assertThat(run.result(GUEST).at("/summary/sample_count").asInt()).isEqualTo(8);
        assertThat(run.result(HOST).at("/metrics/0/metric_type").asText()).isEqualTo("SAMPLE_TEXT");
        assertThat(run.result(GUEST).path("models")).isEmpty();
    }

    @Test
    void rowsAreDrawnAgainByLabel() throws Exception {
        Federation federation = federation(
                "{\"mode\": \"stratified\", \"method\": \"upsample\", \"fractions\": [[0, 1.5], [1, 2.0]]}", 1);
        Federation.Run run = federation.run();

        List<Instance> guest = rows(federation, run, GUEST);
        List<Instance> host = rows(federation, run, HOST);
        // five rows in four have the label 0
        assertThat(guest).hasSize(22 + 10);
        assertThat(guest.stream().filter(row -> row.label() == 1)).hasSize(10);
        assertThat(ids(guest))
                .isEqualTo(IntStream.range(0, 32).mapToObj(Integer::toString).toList());
        assertThat(ids(host)).isEqualTo(ids(guest));
        for (int i = 0; i < guest.size(); i++) {
            assertThat(host.get(i).features().get(0))
                    .isEqualTo(-guest.get(i).features().get(0));
        }
        assertThat(run.result(GUEST).at("/summary/sample_count/1").asInt()).isEqualTo(10);
        assertThat(run.result(GUEST).at("/summary/original_count/0").asInt()).isEqualTo(15);
        assertThat(run.result(HOST).path("metrics")).isEmpty();
    }

    @Test
    void theOrderOfWhatIsDrawnByLabelTellsNoLabel() throws Exception {
        for (String method : List.of("upsample", "downsample")) {
            Federation.Run run = federation(
                            "{\"mode\": \"stratified\", \"random_state\": 7, \"fractions\": [[0, 0.8], [1, 0.8]],"
                                    + " \"method\": \"" + method + "\"}",
                            1)
                    .run();

            List<Double> told = new ArrayList<>();
            TableStream.read(
                    new ByteArrayInputStream(run.record().get(0).bytes()),
                    row -> told.add(Double.parseDouble(row.values().get(0).substring(3))));
            assertThat(told).as(method).hasSize(12 + 4).isSorted();
        }
    }

    @Test
    void rowsAreThereAsOftenAsTheirWeightSays() throws Exception {
        Federation federation = federation("{\"mode\": \"exact_by_weight\"}", 1.2);
        Federation.Run run = federation.run();

        List<Instance> guest = rows(federation, run, GUEST);
        List<Instance> host = rows(federation, run, HOST);
        // weights are 0, 1.2, 2.4, 0, ...: none, two, three
        assertThat(guest).hasSize(7 * 2 + 6 * 3);
        assertThat(ids(guest)).doesNotHaveDuplicates().isEqualTo(ids(host));
        assertThat(guest.stream().filter(row -> row.matchId().equals("match-2")))
                .hasSize(3);
        assertThat(host.stream().filter(row -> row.matchId().equals("match-2"))).hasSize(3);
    }

    @Test
    void aSeedDrawsTheSameRows() throws Exception {
        String seeded = "{\"fractions\": 0.5, \"random_state\": 7, \"task_type\": \"homo\"}";
        Federation first = federation(seeded, 1);
        Federation.Run one = first.run();
        Federation second = federation(seeded, 1);
        Federation.Run two = second.run();

        assertThat(ids(rows(first, one, GUEST))).isEqualTo(ids(rows(second, two, GUEST)));
        assertThat(one.record()).isEmpty();
    }

    @Test
    void wrongParametersAreNamed() {
        refuses("{}", "fractions", "number");
        refuses("{\"fractions\": 1.5}", "fractions", "between 0 and 1");
        refuses("{\"mode\": \"stratified\", \"fractions\": [[0]]}", "fractions", "pairs");
        refuses("{\"mode\": \"stratified\"}", "fractions", "pairs");
        refuses("{\"method\": \"upsample\", \"fractions\": 0}", "fractions", "greater than 0");
        refuses("{\"mode\": \"exact_by_weight\", \"task_type\": \"homo\"}", "mode", "hetero");
    }

    @Test
    void aLabelWithoutARateIsNamedByItsRow() throws Exception {
        Federation federation = federation("{\"mode\": \"stratified\", \"fractions\": [[0, 0.5]]}", 1);

        assertThat(federation.run().failure(GUEST)).contains("row 4", "fractions has no rate");
    }

    private static void refuses(String json, String... words) {
        assertThatThrownBy(() -> SampleParameters.read(
                        new Parameters("FederatedSample#sample_0", (ObjectNode) new ObjectMapper().readTree(json))))
                .hasMessageContainingAll(words);
    }

    private Federation federation(String parameters, double weight) throws IOException {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(FederatedSample::new)
                .parameters(parameters);
        InstanceSchema schema = InstanceSchema.dense(List.of("x0"), List.of("guest_9999_x0"))
                .withMatchId("match")
                .withWeights(true);
        Instance[] guest = new Instance[ROWS];
        Instance[] host = new Instance[ROWS];
        for (int i = 0; i < ROWS; i++) {
            double own = weight == 1 ? 1 : i % 3 * weight;
            guest[i] =
                    new Instance("id-" + i, "match-" + i, i % 4 == 3 ? 1 : 0, own, new DenseFeatures(new double[] {i}));
            host[ROWS - 1 - i] =
                    new Instance("id-" + i, "match-" + i, Double.NaN, 1, new DenseFeatures(new double[] {-i}));
        }
        return federation
                .input(
                        GUEST,
                        "data",
                        new Tables(federation.tables(GUEST)).instances(schema.withLabel("y", true), guest))
                .input(HOST, "data", new Tables(federation.tables(HOST)).instances(schema, host));
    }

    private static List<Instance> rows(Federation federation, Federation.Run run, String party) throws IOException {
        return new Tables(federation.tables(party))
                .load(run.output(party, "data"))
                .instances();
    }

    private static List<String> ids(List<Instance> rows) {
        return rows.stream().map(Instance::id).toList();
    }

    private static double number(Instance row) {
        return Double.parseDouble(row.id().substring(3));
    }
}
