package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.columns.ColumnData;
import io.fateflow.worker.component.columns.Columns;
import io.fateflow.worker.component.columns.CorpusConfs;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.within;

@Tag("training")
class HeteroFeatureBinningTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";
    private static final String OTHER_HOST = "host:10001";
    private static final String PARTY_KEY = "\"encrypt_param\": {\"key_length\": 1024}";

    @TempDir
    Path directory;

    @Test
    void computesTheIvOfBothPartiesAsIfTheyWereOne() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 3; run++) {
            int rows = 50 + random.nextInt(100);
            ColumnData guest = random(random, rows, 2).labels(randomLabels(random, rows));
            ColumnData host = random(random, rows, 3);

            Federation.Run result = run("{" + PARTY_KEY + "}", guest, host.reversed());

            for (int column = 0; column < 3; column++) {
                double[] values = host.column(column);
                JsonNode seen = hostResult(result.model(GUEST), 0, "host_10000_x" + column);
                assertThat(seen.path("iv").asDouble())
                        .as("iv of host's column %d, seed %d", column, seed)
                        .isCloseTo(PlainIv.of(values, guest.labels(), PlainIv.deciles(values)), within(1e-9));
            }
            for (int column = 0; column < 2; column++) {
                double[] values = guest.column(column);
                assertThat(own(result.model(GUEST), "x" + column).path("iv").asDouble())
                        .as("iv of guest's column %d, seed %d", column, seed)
                        .isCloseTo(PlainIv.of(values, guest.labels(), PlainIv.deciles(values)), within(1e-9));
            }
        }
    }

    @Test
    void keepsSplitPointsAtTheHostAndLabelsAtTheGuest() throws Exception {
        Random random = new Random(1);
        ColumnData guest = random(random, 60, 1).labels(randomLabels(random, 60));
        ColumnData host = random(random, 60, 2);

        Federation.Run result = run("{" + PARTY_KEY + "}", guest, host);

        assertThat(result.record())
                .extracting(message -> message.variable().replaceAll(".*\\.", "") + " " + message.tag() + " "
                        + message.from().role())
                .containsExactly(
                        "paillier_pubkey fit guest",
                        "encrypted_label fit guest",
                        "encrypted_bin_sum fit host",
                        "optimal_info fit host");
        for (double bound : splits(own(result.model(HOST), "x0"))) {
            assertCrossedNowhere(result, Double.toString(bound));
            byte[] bits = ByteBuffer.allocate(Double.BYTES).putDouble(bound).array();
            assertCrossedNowhere(result, new String(bits, StandardCharsets.ISO_8859_1));
        }
        assertThat(splits(hostResult(result.model(GUEST), 0, "host_10000_x0"))).isEmpty();
        assertThat(own(result.model(HOST), "x0").path("woeArray")).isEmpty();
        // nothing at the host tells one class from the other: all ciphertexts differ
        byte[] labels = result.record().get(1).bytes();
        assertThat(IntStream.range(0, 40)
                        .mapToObj(i -> Arrays.hashCode(
                                Arrays.copyOfRange(labels, labels.length - 260 * (i + 1), labels.length - 260 * i)))
                        .distinct())
                .hasSize(40);
    }

    @Test
    void binsSeveralHosts() throws Exception {
        Random random = new Random(2);
        ColumnData guest = random(random, 40, 1).labels(randomLabels(random, 40));
        Federation federation = new Federation(directory, GUEST, HOST, OTHER_HOST)
                .component(HeteroFeatureBinning::new)
                .parameters("{\"bin_num\": 4, " + PARTY_KEY + "}");
        federation.input(GUEST, "data", guest.at(federation, GUEST));
        federation.input(HOST, "data", random(random, 40, 1).at(federation, HOST));
        federation.input(OTHER_HOST, "data", random(random, 40, 2).at(federation, OTHER_HOST));

        Federation.Run result = federation.run();

        Model model = result.model(GUEST);
        assertThat(hostResult(model, 0, "host_10000_x0").path("binNums").asText())
                .isEqualTo("4");
        assertThat(hostResult(model, 1, "host_10001_x1").path("binNums").asText())
                .isEqualTo("4");
        assertThat(model.param().path("multiClassResult").path("hostPartyIds").toString())
                .isEqualTo("[\"10000\",\"10001\"]");
        JsonNode iv = result.result(GUEST).path("summary").path("result").path("iv");
        assertThat(iv).hasSize(4);
        assertThat(iv.get(0).get(1).asDouble())
                .isGreaterThanOrEqualTo(iv.get(3).get(1).asDouble());
    }

    @Test
    void joinsTheHostsBinsAsItsOwn() throws Exception {
        Random random = new Random(3);
        for (String metric : List.of("iv", "gini", "chi_square", "chi-square", "ks")) {
            ColumnData guest = random(random, 120, 2).labels(randomLabels(random, 120));
            ColumnData host = ColumnData.of(guest.column(0), guest.column(1));

            Federation.Run result = run(
                    "{\"method\": \"optimal\", \"bin_num\": 5, \"optimal_binning_param\": {\"metric_method\": \""
                            + metric + "\", \"init_bin_nums\": 30, \"min_bin_pct\": 0.1}, " + PARTY_KEY + "}",
                    guest,
                    host);

            JsonNode guestColumn = own(result.model(GUEST), "x1");
            assertThat(splits(guestColumn)).as(metric).hasSizeBetween(2, 5);
            assertThat(splits(own(result.model(HOST), "x1"))).as(metric).isEqualTo(splits(guestColumn));
            assertThat(hostResult(result.model(GUEST), 0, "host_10000_x1").path("woeArray"))
                    .as(metric)
                    .isEqualTo(guestColumn.path("woeArray"));
            assertThat(result.model(GUEST).meta().path("optimalMetricMethod").asText())
                    .isEqualTo(metric.replace('-', '_'));
        }
    }

    @Test
    void givesMissingValuesABinOfTheirOwn() throws Exception {
        ColumnData guest =
                ColumnData.of(new double[] {1, 2, Double.NaN, 4, Double.NaN, 6}).labels(0, 1, 1, 0, 1, 0);

        Federation.Run result = local("{\"bin_num\": 2, \"method\": \"bucket\", \"local_only\": true}", guest);

        assertThat(own(result.model(GUEST), "x0").path("eventCountArray").toString())
                .isEqualTo("[\"1\",\"0\",\"2\"]");
        assertThat(column(result, GUEST, 0)).containsExactly(0, 0, 2, 1, 2, 1);
    }

    @Test
    void takesTheZerosThatSparseDataLeaveOutForZeros() throws Exception {
        Random random = new Random(4);
        double[] values = random.doubles(80, -1, 1)
                .map(value -> Math.abs(value) < 0.5 ? 0 : value)
                .toArray();
        double[] labels = randomLabels(random, 80);
        for (String method : List.of("quantile", "bucket", "optimal")) {
            String parameters = "{\"method\": \"" + method + "\", \"local_only\": true}";

            Federation.Run dense = local(parameters, ColumnData.of(values).labels(labels));
            Federation.Run sparse =
                    local(parameters, ColumnData.of(values).labels(labels).sparse());

            assertThat(sparse.model(GUEST)).isEqualTo(dense.model(GUEST));
            assertThat(column(sparse, GUEST, 0)).containsExactly(column(dense, GUEST, 0));
        }
    }

    @Test
    void replacesChosenColumnsByTheirWoe() throws Exception {
        ColumnData guest = ColumnData.of(new double[] {1, 2, 3, 4}, new double[] {5, 6, 7, 8})
                .labels(0, 1, 1, 1);

        Federation.Run result = local("""
                {"bin_num": 2, "method": "bucket", "local_only": true,
                 "transform_param": {"transform_cols": [1], "transform_type": "woe"}}
                """, guest);

        // bins of one event and one other, and of two events
        double adjusted = Math.log((2.5 / 3) / 0.5);
        assertThat(column(result, GUEST, 0)).containsExactly(1, 2, 3, 4);
        assertThat(column(result, GUEST, 1)).containsExactly(Math.log(1.0 / 3), Math.log(1.0 / 3), adjusted, adjusted);
    }

    @Test
    void leavesDataAloneWithoutATransformType() throws Exception {
        ColumnData guest = ColumnData.of(new double[] {1, 2, 3, 4}).labels(0, 1, 1, 1);

        Federation.Run result = local("{\"local_only\": true, \"transform_param\": {\"transform_type\": null}}", guest);

        assertThat(column(result, GUEST, 0)).containsExactly(1, 2, 3, 4);
    }

    @Test
    void transformsOtherDataByAModel() throws Exception {
        ColumnData training = ColumnData.of(new double[] {1, 2, 3, 4}, new double[] {1, 2, 3, 4})
                .labels(0, 1, 0, 1);
        Model model = local("{\"bin_num\": 4, \"method\": \"bucket\", \"local_only\": true}", training)
                .model(GUEST);
        ColumnData others = ColumnData.of(new double[] {-9, 99}, new double[] {2.6, Double.NaN});
        Federation federation = new Federation(directory, GUEST)
                .component(HeteroFeatureBinning::new)
                .model(GUEST, ModelInput.Kind.MODEL, model);
        federation.input(GUEST, "data", others.at(federation, GUEST));

        Federation.Run result = federation.run();

        assertThat(column(result, GUEST, 0)).containsExactly(0, 3);
        assertThat(column(result, GUEST, 1)).containsExactly(2, 4);
        assertThat(result.model(GUEST)).isEqualTo(model);
    }

    @Test
    void makesABinOfEveryCategory() throws Exception {
        ColumnData guest = ColumnData.of(new double[] {7, 3, 7, 5, 3}, new double[] {1, 2, 3, 4, 5})
                .labels(0, 1, 1, 0, 1);

        Federation.Run result = local("{\"bin_num\": 2, \"category_indexes\": [0], \"local_only\": true}", guest);

        assertThat(splits(own(result.model(GUEST), "x0"))).containsExactly(3.0, 5.0, 7.0);
        assertThat(column(result, GUEST, 0)).containsExactly(2, 0, 2, 1, 0);
    }

    @Test
    void takesTheSplitPointsThatTheUserGives() throws Exception {
        Random random = new Random(5);
        ColumnData guest = random(random, 30, 2).labels(randomLabels(random, 30));

        Federation.Run result = local("""
                {"method": "optimal", "local_only": true, "split_points_by_index": {"0": [0.2, 0.5]},
                 "split_points_by_col_name": {"x1": [0.9]}}
                """, guest);

        assertThat(splits(own(result.model(GUEST), "x0"))).containsExactly(0.2, 0.5);
        assertThat(splits(own(result.model(GUEST), "x1"))).containsExactly(0.9);
        assertThat(column(result, GUEST, 0))
                .containsExactly(Arrays.stream(guest.column(0))
                        .map(value -> value <= 0.2 ? 0 : 1)
                        .toArray());
    }

    @Test
    void countsEachClassOfMoreThanTwo() throws Exception {
        Random random = new Random(6);
        double[] labels = IntStream.range(0, 60).mapToDouble(i -> i % 3).toArray();
        ColumnData guest = random(random, 60, 1).labels(labels);
        ColumnData host = random(random, 60, 1);

        Federation.Run result = run("{\"bin_num\": 3, " + PARTY_KEY + "}", guest, host);

        JsonNode multi = result.model(GUEST).param().path("multiClassResult");
        assertThat(multi.path("labels").toString()).isEqualTo("[\"0\",\"1\",\"2\"]");
        assertThat(multi.path("results")).hasSize(3);
        assertThat(multi.path("hostResults")).hasSize(3);
        for (int label = 0; label < 3; label++) {
            int event = label;
            double[] oneAgainstAll =
                    Arrays.stream(labels).map(value -> value == event ? 1 : 0).toArray();
            JsonNode seen =
                    multi.path("hostResults").path(label).path("binningResult").path("host_10000_x0");
            assertThat(seen.path("iv").asDouble())
                    .isCloseTo(
                            PlainIv.of(host.column(0), oneAgainstAll, splits(own(result.model(HOST), "x0"))),
                            within(1e-9));
        }
        assertThat(result.result(GUEST).path("summary").has("2")).isTrue();
    }

    @Test
    void asksNobodyForStatisticsThatAreToBeSkipped() throws Exception {
        Federation.Run result =
                run("{\"skip_static\": true}", random(new Random(7), 20, 1), random(new Random(8), 20, 1));

        assertThat(result.record()).isEmpty();
        assertThat(splits(own(result.model(GUEST), "x0"))).hasSize(10);
        assertThat(own(result.model(HOST), "x0").path("binNums").asText()).isEqualTo("10");
    }

    @Test
    void namesThePartyAndTheColumnOfWhatIsWrong() throws Exception {
        ColumnData good = ColumnData.of(new double[] {1, 2}).labels(0, 1);
        assertThat(local("{\"local_only\": true}", ColumnData.of(new double[] {1, 2}))
                        .failure(GUEST))
                .contains("the data of guest 9999 has no label");
        assertThat(local(
                                "{\"local_only\": true}",
                                ColumnData.of(new double[] {1, 2}).labels(0, 0.5))
                        .failure(GUEST))
                .contains("the label \"y\" of guest 9999 in row 2 is no whole number");
        assertThat(local(
                                "{\"local_only\": true}",
                                ColumnData.of(new double[] {1, 2}).labels(1, 1))
                        .failure(GUEST))
                .contains("all rows of guest 9999 have the same label");
        assertThat(local("{\"bin_names\": [\"income\"]}", good).failure(GUEST))
                .contains("bin_names asks for column income, which the data of guest 9999 does not have");
        assertThat(local("{\"bin_indexes\": [1]}", good).failure(GUEST))
                .contains("bin_indexes asks for column 1, but the data of guest 9999 has the columns 0 to 0");
        assertThat(local(
                                "{\"method\": \"optimal\", \"local_only\": true}",
                                ColumnData.of(new double[] {1, Double.NaN}).labels(0, 1))
                        .failure(GUEST))
                .contains("column x0 of guest 9999 has missing values");
        assertThat(local(
                                "{\"method\": \"optimal\", \"local_only\": true}",
                                ColumnData.of(new double[] {1, 2, 3}).labels(0, 1, 2))
                        .failure(GUEST))
                .contains("needs a binary label, the label \"y\" of guest 9999 has 3 classes");
        assertThat(local("{\"bin_count\": 3}", good).failure(GUEST)).contains("redundant parameters: `[bin_count]`");
    }

    @Test
    void refusesAHostWithOtherRows() throws Exception {
        Random random = new Random(9);

        Federation.Run result = run(
                "{" + PARTY_KEY + "}", random(random, 20, 1).labels(randomLabels(random, 20)), random(random, 21, 1));

        assertThat(result.failure(HOST)).contains("guest and host 10000 have different rows", "Intersection");
    }

    @Test
    void refusesWoeAtAHost() throws Exception {
        Random random = new Random(10);
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(HeteroFeatureBinning::new)
                .parameters(HOST, "{\"transform_param\": {\"transform_type\": \"woe\"}}");
        federation.input(
                GUEST,
                "data",
                random(random, 20, 1).labels(randomLabels(random, 20)).at(federation, GUEST));
        federation.input(HOST, "data", random(random, 20, 1).at(federation, HOST));

        assertThat(federation.run().failure(HOST)).contains("asks for woe, which host 10000 does not know");
    }

    @Test
    void readsTheParametersOfFatesExamples() throws Exception {
        List<CorpusConfs.Given> examples = CorpusConfs.of("hetero_feature_binning");

        assertThat(examples).hasSizeGreaterThan(50);
        for (CorpusConfs.Given example : examples) {
            assertThatCode(() -> BinningParameters.read(example.parameters(), example.party()))
                    .as(example.file() + " at " + example.party())
                    .doesNotThrowAnyException();
        }
    }

    private Federation.Run run(String parameters, ColumnData guest, ColumnData host) throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(HeteroFeatureBinning::new)
                .parameters(parameters);
        federation.input(GUEST, "data", guest.at(federation, GUEST));
        federation.input(HOST, "data", host.at(federation, HOST));
        return federation.run();
    }

    private Federation.Run local(String parameters, ColumnData guest) throws Exception {
        Federation federation = new Federation(directory, GUEST)
                .component(HeteroFeatureBinning::new)
                .parameters(parameters);
        return federation.input(GUEST, "data", guest.at(federation, GUEST)).run();
    }

    private static void assertCrossedNowhere(Federation.Run run, String text) {
        for (MemoryExchange.Message message : run.record()) {
            assertThat(new String(message.bytes(), StandardCharsets.ISO_8859_1))
                    .as(message.variable())
                    .doesNotContain(text);
        }
    }

    private static JsonNode own(Model model, String column) {
        return model.param().path("binningResult").path("binningResult").path(column);
    }

    private static JsonNode hostResult(Model model, int host, String column) {
        return model.param()
                .path("hostResults")
                .path(host)
                .path("binningResult")
                .path(column);
    }

    private static List<Double> splits(JsonNode column) {
        return IntStream.range(0, column.path("splitPoints").size())
                .mapToObj(i -> column.path("splitPoints").get(i).asDouble())
                .toList();
    }

    private static double[] column(Federation.Run run, String party, int place) throws IOException {
        DataSet data = DataSet.load(run.federation().tables(party), run.output(party, "data"));
        return Columns.values(data, place);
    }

    private static ColumnData random(Random random, int rows, int columns) {
        return ColumnData.of(IntStream.range(0, columns)
                .mapToObj(column -> random.doubles(rows).toArray())
                .toArray(double[][]::new));
    }

    private static double[] randomLabels(Random random, int rows) {
        return IntStream.range(0, rows)
                .mapToDouble(row -> row < 2 ? row : random.nextInt(2))
                .toArray();
    }
}
