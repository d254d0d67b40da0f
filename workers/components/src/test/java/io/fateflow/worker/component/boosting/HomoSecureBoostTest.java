package io.fateflow.worker.component.boosting;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.linear.LinearFixture;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;

import static io.fateflow.worker.component.boosting.TreesFixture.ROWS;
import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.metric;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

class HomoSecureBoostTest {

    private static final int GUEST_ROWS = 35;
    private static final int[] NO_OWNERS = new int[5];

    /** So few values, each of many rows, that any way to find points finds a bin for each. */
    private static final double[][] X = Arrays.stream(TreesFixture.x(4))
            .map(row -> Arrays.stream(row)
                    .map(value -> Math.rint(Math.max(-2, Math.min(2, value * 1.5))) + 10)
                    .toArray())
            .toArray(double[][]::new);

    private static final double[] TWO = TreesFixture.classes(TreesFixture.x(4), 2);
    private static final double[] THREE = TreesFixture.classes(TreesFixture.x(4), 3);

    @TempDir
    Path directory;

    @Test
    void learnsWhatPooledDataWouldTeach() throws Exception {
        Federation federation = federation("", "train_data", X, TWO);
        Federation.Run run = federation.run();

        PooledTrees pooled = new PooledTrees(X, TWO, NO_OWNERS, 2, 32, 3).train(3);
        assertLikePooled(run, pooled);
        assertThat((Object) run.model(HOST).param().path("trees")).isEqualTo(withRole(run.model(GUEST), "host"));
        assertThat(run.result(ARBITER).path("models")).isEmpty();
        assertThat(run.model(GUEST).metaName()).isEqualTo("HomoSecureBoostingTreeGuestMeta");
        assertThat(run.model(GUEST).param().path("modelName").asText()).isEqualTo("homo_sbt");
        assertThat(run.result(GUEST).path("summary").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("feature_importance", "validation_metrics");
    }

    @Test
    void keepsTheTreesOfEachRoundByThemselves() throws Exception {
        Federation.Run run = federation(
                        "\"callback_param\": {\"callbacks\": [\"ModelCheckpoint\"]}", "train_data", X, TWO)
                .run();

        for (String party : List.of(GUEST, HOST)) {
            JsonNode checkpoints = run.result(party).path("checkpoints");
            assertThat(checkpoints.findValuesAsText("step_index")).as(party).containsExactly("0", "1", "2");
            JsonNode second =
                    new ObjectMapper().readTree(checkpoints.get(1).path("param").asText());
            assertThat(second.path("trees")).hasSize(2);
        }
        assertThat(run.result(ARBITER).has("checkpoints")).isFalse();
    }

    @Test
    void goesOnWhereAnEarlierModelHasEnded() throws Exception {
        Federation.Run whole = federation("", "train_data", X, THREE).run();
        Federation.Run begun =
                federation("\"num_trees\": 2", "train_data", X, THREE).run();

        Federation.Run run = federation("\"num_trees\": 1, \"learning_rate\": 0.1", "train_data", X, THREE)
                .model(GUEST, ModelInput.Kind.MODEL, begun.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, begun.model(HOST))
                .run();

        assertThat(run.model(GUEST).param().path("trees")).hasSize(9);
        for (String party : List.of(GUEST, HOST)) {
            assertThat((Object) run.model(party).param())
                    .as(party)
                    .isEqualTo(whole.model(party).param());
            assertThat(rows(run, party)).as(party).isEqualTo(rows(whole, party));
        }
        assertThat(metric(run.result(ARBITER), "train", "loss").path("data")).hasSize(1);
    }

    @Test
    void anEarlierModelOfSomethingElseIsRefused() throws Exception {
        Federation.Run begun = federation("", "train_data", X, TWO).run();

        Federation other = federation("", "train_data", X, THREE)
                .model(GUEST, ModelInput.Kind.MODEL, begun.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, begun.model(HOST));
        assertThat(other.run().failure(GUEST)).contains("guest 9999: the model to go on with has another");

        Federation alone = federation("", "train_data", X, TWO).model(GUEST, ModelInput.Kind.MODEL, begun.model(GUEST));
        assertThat(alone.run().failure(HOST)).contains("0 rounds here, and 3 at the guest");
    }

    @Test
    void tellsThreeClassesApart() throws Exception {
        assertLikePooled(
                federation("", "train_data", X, THREE).run(), new PooledTrees(X, THREE, NO_OWNERS, 3, 32, 3).train(3));
        assertLikePooled(
                federation("\"multi_mode\": \"multi_output\"", "train_data", X, THREE)
                        .run(),
                new PooledTrees(X, THREE, NO_OWNERS, 3, 32, 3).vectors().train(3));
    }

    @Test
    void missingValuesGoWhereTheyGainMost() throws Exception {
        double[][] x = Arrays.stream(X).map(double[]::clone).toArray(double[][]::new);
        for (int row = 0; row < ROWS; row += 3) {
            x[row][row % 5] = Double.NaN;
        }

        assertLikePooled(
                federation("\"use_missing\": true", "train_data", x, TWO).run(),
                new PooledTrees(x, TWO, NO_OWNERS, 2, 32, 3).missing(false).train(3));
    }

    @Test
    void estimatesNumbers() throws Exception {
        Federation.Run run = federation(
                        "\"task_type\": \"regression\", \"objective_param\": {\"objective\": \"lse\"}",
                        "train_data",
                        X,
                        TreesFixture.numbers(TreesFixture.x(4)))
                .run();

        JsonNode losses = run.result(ARBITER).at("/summary/loss_history");
        assertThat(losses.get(2).asDouble()).isLessThan(losses.get(0).asDouble());
        assertThat(run.model(HOST).param().path("initScore").get(0).asDouble()).isZero();
    }

    @Test
    void predictsByItselfWithAnEarlierModel() throws Exception {
        Federation.Run trained = federation("", "train_data", X, TWO).run();
        Federation predicting = federation("", "test_data", X, TWO)
                .model(GUEST, ModelInput.Kind.MODEL, trained.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, trained.model(HOST));

        Federation.Run run = predicting.run();

        for (String party : List.of(GUEST, HOST)) {
            List<Row> before = rows(trained, party);
            List<Row> after = rows(run, party);
            for (int row = 0; row < before.size(); row++) {
                assertThat(after.get(row).values().subList(0, 3))
                        .isEqualTo(before.get(row).values().subList(0, 3));
            }
        }
        assertThat(run.record()).as("nothing but the plan crosses").hasSize(2);
    }

    @Test
    void aPointThatCannotHaveItsRankEndsAboveTheValueThatHasTooMany() throws Exception {
        double[][] x = mostlyOneValue(1.7);
        double[][] two = Arrays.stream(x)
                .map(row ->
                        Arrays.stream(row).map(value -> Math.max(1.7, value)).toArray())
                .toArray(double[][]::new);

        assertLikePooled(
                federation("\"bin_num\": 4", "train_data", x, TWO).run(),
                new PooledTrees(two, TWO, NO_OWNERS, 2, 32, 3).train(3));
    }

    @Test
    void rowsToLearnFromArePredictedAsAnyOthers() throws Exception {
        double[][] x = mostlyOneValue(2.2);
        double[] y = TreesFixture.numbers(TreesFixture.x(4));
        String wanted = "\"bin_num\": 4, \"task_type\": \"regression\", \"objective_param\": {\"objective\": \"lse\"},"
                + " \"callback_param\": {\"callbacks\": [\"PerformanceEvaluate\"], \"validation_freqs\": 1}";
        Federation federation = federation(wanted, "train_data", x, y);
        federation
                .input(
                        GUEST,
                        "validate_data",
                        table(guestPart(x), 0)
                                .ids("again-g-")
                                .numericLabels(guestPart(y))
                                .in(federation, GUEST, "again"))
                .input(
                        HOST,
                        "validate_data",
                        table(hostPart(x), 0)
                                .ids("again-h-")
                                .numericLabels(hostPart(y))
                                .in(federation, HOST, "again"));

        Federation.Run run = federation.run();

        List<Row> rows = rows(run, GUEST);
        assertThat(rows).hasSize(2 * GUEST_ROWS);
        for (int row = 0; row < GUEST_ROWS; row++) {
            assertThat(rows.get(row + GUEST_ROWS).values().subList(0, 4))
                    .isEqualTo(rows.get(row).values().subList(0, 4));
        }
        JsonNode history = run.result(GUEST).at("/summary/validation_metrics");
        assertThat(history.path("validate")).isNotEmpty().isEqualTo(history.path("train"));
    }

    @Test
    void triesOutFoldsAndValidatesBetweenRounds() throws Exception {
        Federation.Run run = federation(
                        "\"cv_param\": {\"need_cv\": true, \"n_splits\": 2, \"shuffle\": false},"
                                + " \"callback_param\": {\"callbacks\": [\"PerformanceEvaluate\"], \"validation_freqs\": 1}",
                        "train_data",
                        X,
                        TWO)
                .run();

        assertThat(rows(run, GUEST)).hasSize(2 * GUEST_ROWS);
        assertThat(rows(run, HOST)).hasSize(2 * (ROWS - GUEST_ROWS));
        assertThat(metric(run.result(HOST), "validate", "fold_1.iteration_2").path("data"))
                .hasSize(2);
        assertThat(metric(run.result(GUEST), "train", "train_fold_0").path("data"))
                .hasSize(2);
        assertThat(metric(run.result(ARBITER), "train", "loss.1").path("data")).hasSize(3);
    }

    @Test
    void nothingOfAnyRowCrosses() throws Exception {
        double[][] x = TreesFixture.x(31);
        double[] y = Arrays.stream(TreesFixture.numbers(x))
                .map(value -> value + 77.125)
                .toArray();
        Federation.Run run = federation(
                        "\"task_type\": \"regression\", \"objective_param\": {\"objective\": \"lse\"}",
                        "train_data",
                        x,
                        y)
                .run();
        run.result(GUEST);

        Set<Double> extremes = new HashSet<>();
        for (int column = 0; column < 5; column++) {
            for (double[][] part : List.of(guestPart(x), hostPart(x))) {
                int at = column;
                extremes.add(
                        Arrays.stream(part).mapToDouble(row -> row[at]).min().orElseThrow());
                extremes.add(
                        Arrays.stream(part).mapToDouble(row -> row[at]).max().orElseThrow());
            }
        }
        for (MemoryExchange.Message message : run.record()) {
            String bytes = new String(message.bytes(), StandardCharsets.ISO_8859_1);
            assertThat(bytes).as(message.variable()).doesNotContain("person-");
            for (int row = 0; row < ROWS; row++) {
                assertThat(bytes).as(message.variable()).doesNotContain(asBytes(y[row]), Double.toString(y[row]));
                for (double value : x[row]) {
                    if (!extremes.contains(value)) {
                        assertThat(bytes).as(message.variable()).doesNotContain(asBytes(value), Double.toString(value));
                    }
                }
            }
        }
        assertThat(run.record())
                .as("the same histograms look different each time")
                .filteredOn(message -> message.tag().endsWith("local_model_5"))
                .hasSize(2);
    }

    @Test
    void whatIsWrongIsSaid() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER).component(HomoSecureBoost::new);
        federation
                .input(
                        GUEST,
                        "train_data",
                        table(guestPart(X), 0).labels(guestPart(TWO)).in(federation, GUEST, "g"))
                .input(
                        HOST,
                        "train_data",
                        table(hostPart(X), 7).labels(hostPart(TWO)).in(federation, HOST, "h"));
        assertThat(federation.run().failure(ARBITER)).contains("other columns", "the same columns");

        Federation alone = new Federation(directory, GUEST, ARBITER).component(HomoSecureBoost::new);
        assertThat(alone.run().failure(GUEST)).contains("needs a host");

        Federation without = federation("", "train_data", X, new double[0]);
        assertThat(without.run().failure(GUEST)).contains("guest 9999: train_data has no label");
    }

    private void assertLikePooled(Federation.Run run, PooledTrees pooled) throws IOException {
        JsonNode losses = run.result(ARBITER).at("/summary/loss_history");
        assertThat(losses).hasSize(pooled.losses().size());
        for (int round = 0; round < losses.size(); round++) {
            assertThat(losses.get(round).asDouble()).isCloseTo(pooled.losses().get(round), offset(1e-6));
        }
        List<Row> rows = new ArrayList<>(rows(run, GUEST));
        rows.addAll(rows(run, HOST));
        assertThat(rows).hasSize(ROWS);
        for (int row = 0; row < ROWS; row++) {
            assertThat(Double.parseDouble(rows.get(row).values().get(2)))
                    .isCloseTo(Arrays.stream(pooled.prediction(row)).max().orElseThrow(), offset(1e-6));
        }
    }

    private static JsonNode withRole(Model model, String role) {
        JsonNode trees = model.param().path("trees").deepCopy();
        trees.findParents("sitename").forEach(node -> ((ObjectNode) node).put("sitename", role));
        return trees;
    }

    private static List<Row> rows(Federation.Run run, String party) throws IOException {
        return LinearFixture.rows(run.federation(), party, run.output(party, "data"));
    }

    private Federation federation(String more, String key, double[][] x, double[] y) throws IOException {
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(HomoSecureBoost::new)
                .parameters(
                        "{\"num_trees\": 3, \"n_iter_no_change\": false" + (more.isEmpty() ? "" : ", " + more) + "}");
        boolean whole = Arrays.stream(y).allMatch(label -> label == Math.rint(label));
        LinearFixture.Table guest = table(guestPart(x), 0).ids("person-g-");
        LinearFixture.Table host = table(hostPart(x), 0).ids("person-h-");
        if (y.length > 0 && whole) {
            guest.labels(guestPart(y));
            host.labels(hostPart(y));
        } else if (y.length > 0) {
            guest.numericLabels(guestPart(y));
            host.numericLabels(hostPart(y));
        }
        return federation
                .input(GUEST, key, guest.in(federation, GUEST, "g" + key))
                .input(HOST, key, host.in(federation, HOST, "h" + key));
    }

    /** In each column the least 13 values are 1, and the greatest seven 4: less than a quarter of the rows, each. */
    private static double[][] mostlyOneValue(double one) {
        double[][] x = TreesFixture.x(4);
        double[][] few = new double[ROWS][5];
        for (int column = 0; column < 5; column++) {
            int at = column;
            double[] sorted =
                    Arrays.stream(x).mapToDouble(row -> row[at]).sorted().toArray();
            for (int row = 0; row < ROWS; row++) {
                double value = x[row][column];
                few[row][column] = value < sorted[13] ? 1 : value < sorted[ROWS - 7] ? one : 4;
            }
        }
        return few;
    }

    private static double[][] guestPart(double[][] x) {
        return Arrays.copyOf(x, GUEST_ROWS);
    }

    private static double[][] hostPart(double[][] x) {
        return Arrays.copyOfRange(x, GUEST_ROWS, ROWS);
    }

    private static double[] guestPart(double[] y) {
        return Arrays.copyOf(y, GUEST_ROWS);
    }

    private static double[] hostPart(double[] y) {
        return Arrays.copyOfRange(y, GUEST_ROWS, ROWS);
    }

    private static String asBytes(double value) {
        return new String(ByteBuffer.allocate(Double.BYTES).putDouble(value).array(), StandardCharsets.ISO_8859_1);
    }
}
