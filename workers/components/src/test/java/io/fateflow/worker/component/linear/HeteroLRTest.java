package io.fateflow.worker.component.linear;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.testing.Federation;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.SECOND_HOST;
import static io.fateflow.worker.component.linear.LinearFixture.greatestDifference;
import static io.fateflow.worker.component.linear.LinearFixture.metric;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.rows;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static io.fateflow.worker.component.linear.LinearFixture.weights;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

@Tag("training")
class HeteroLRTest {

    private static final int ROWS = 40;
    private static final double[][] X = LinearFixture.columns(1, ROWS, 5);
    private static final double[] Y = LinearFixture.labels(2, X);
    private static final String COMMON = """
            {"alpha": 0.01, "learning_rate": 0.15, "init_param": {"init_method": "zeros"}, "tol": 1e-6,
             "encrypt_param": {"key_length": 1024}, %s}""";

    @TempDir
    Path directory;

    @Test
    void learnsWhatPooledDataWouldTeach() throws Exception {
        Federation.Run run =
                twoParties("\"optimizer\": \"rmsprop\", \"max_iter\": 4").run();

        Pooled pooled = new Pooled(X, Y, true).alpha(0.01).rmsprop(4, ROWS);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-5);
        JsonNode losses = run.model(ARBITER).param().path("lossHistory");
        assertThat(losses).hasSize(4);
        for (int i = 0; i < 4; i++) {
            assertThat(losses.get(i).asDouble()).isCloseTo(pooled.losses().get(i), offset(1e-5));
        }
    }

    @Test
    void learnsTheSameFromMaskedBatches() throws Exception {
        Federation.Run run = twoParties(
                        "\"optimizer\": \"sgd\", \"max_iter\": 2, \"batch_size\": 15, \"shuffle\": false, \"masked_rate\": 1")
                .run();

        Pooled pooled = new Pooled(X, Y, true).alpha(0.01).sgd(2, 15);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-5);
        assertThat(run.model(ARBITER).param().path("lossHistory").get(1).asDouble())
                .isCloseTo(pooled.losses().get(1), offset(1e-5));
    }

    @Test
    void batchesAreInTheOrderOfIdsWhateverThatOfTheTableIs() throws Exception {
        Federation federation = federation(
                "\"optimizer\": \"sgd\", \"max_iter\": 2, \"batch_size\": 15, \"shuffle\": false, \"masked_rate\": 0");
        table(part(X, 0, 2), 0).ordered().reversed().labels(Y).trains(federation, GUEST);
        table(part(X, 2, 5), 2).ordered().trains(federation, HOST);

        Pooled pooled = new Pooled(X, Y, true).alpha(0.01).sgd(2, 15);
        assertThat(greatestDifference(weights(federation.run(), HOST), pooled.weights()))
                .isLessThan(1e-5);
    }

    @Test
    void showsTheResultAsFateDoes() throws Exception {
        Federation federation = twoParties("\"max_iter\": 2");
        Federation.Run run = federation.run();

        assertThat(run.model(GUEST).meta().toString())
                .isEqualTo("{\"alpha\":0.01,\"batchSize\":\"-1\",\"earlyStop\":\"diff\",\"fitIntercept\":true,"
                        + "\"learningRate\":0.15,\"maxIter\":\"2\",\"module\":\"\",\"optimizer\":\"rmsprop\","
                        + "\"penalty\":\"L2\",\"tol\":1.0E-6,\"needOneVsRest\":false,\"partyWeight\":0.0,"
                        + "\"reEncryptBatches\":\"0\",\"revealStrategy\":\"\"}");
        assertThat(run.model(GUEST).param().fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "bestIteration",
                        "encryptedWeight",
                        "header",
                        "intercept",
                        "isConverged",
                        "iters",
                        "lossHistory",
                        "needOneVsRest",
                        "weight");
        assertThat(run.model(HOST).meta().path("fitIntercept").asBoolean()).isFalse();
        assertThat(run.model(GUEST).metaName()).isEqualTo("HeteroLogisticRegressionMeta");
        assertThat(run.model(GUEST).paramName()).isEqualTo("HeteroLogisticRegressionParam");
        assertThat(run.result(GUEST).path("summary").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("coef", "intercept", "is_converged", "one_vs_rest", "best_iteration");
        JsonNode loss = metric(run.result(ARBITER), "train", "loss");
        assertThat(loss.path("metric_type").asText()).isEqualTo("LOSS");
        assertThat(loss.path("metas").path("unit_name").asText()).isEqualTo("iters");
        assertThat(loss.path("data")).hasSize(2);
        assertThat(loss.path("data").get(1).get(0).isInt()).isTrue();
        assertThat(run.result(HOST).path("outputs")).isEmpty();

        List<Row> predictions = rows(federation, GUEST, run.output(GUEST, "data"));
        assertThat(predictions).hasSize(ROWS);
        Row first = predictions.get(0);
        assertThat(first.id()).isEqualTo("person-0000");
        double score = Double.parseDouble(first.values().get(2));
        assertThat(score)
                .isCloseTo(new Pooled(X, Y, true).alpha(0.01).rmsprop(2, ROWS).score(0), offset(1e-5));
        assertThat(first.values())
                .containsExactly(
                        Y[0] == 1 ? "1" : "0",
                        score > 0.5 ? "1" : "0",
                        Double.toString(score),
                        "{\"0\": " + (1 - score) + ", \"1\": " + score + "}",
                        "train");
    }

    @Test
    void severalHostsLearnTogether() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, SECOND_HOST, ARBITER)
                .component(HeteroLR::new)
                .parameters(
                        COMMON.formatted("\"optimizer\": \"sgd\", \"max_iter\": 3, \"early_stop\": \"weight_diff\""));
        federation
                .input(GUEST, "train_data", table(part(X, 0, 2), 0).labels(Y).in(federation, GUEST, "g"))
                .input(HOST, "train_data", table(part(X, 2, 4), 2).in(federation, HOST, "h"))
                .input(
                        SECOND_HOST,
                        "train_data",
                        table(part(X, 4, 5), 4).reversed().in(federation, SECOND_HOST, "s"));

        Federation.Run run = federation.run();

        Pooled pooled = new Pooled(X, Y, true).alpha(0.01).sgd(3, ROWS);
        assertThat(greatestDifference(weights(run, HOST, SECOND_HOST), pooled.weights()))
                .isLessThan(1e-5);
        assertThat(run.model(ARBITER).param().path("lossHistory")).isEmpty();
    }

    @Test
    void severalHostsCannotStopByLoss() throws Exception {
        Federation.Run run = new Federation(directory, GUEST, HOST, SECOND_HOST, ARBITER)
                .component(HeteroLR::new)
                .run();

        assertThat(run.failure(ARBITER))
                .contains("Multiple host situation, loss early stop function is not available")
                .contains("weight_diff");
    }

    @Test
    void rowsCountByTheirWeightsWhichMayBeBelowZero() throws Exception {
        double[] rowWeights = new double[ROWS];
        Arrays.setAll(rowWeights, i -> i % 5 - 1);
        Federation federation = federation("\"optimizer\": \"sgd\", \"max_iter\": 3, \"early_stop\": \"weight_diff\"");
        table(part(X, 0, 2), 0).labels(Y).weights(rowWeights).trains(federation, GUEST);
        table(part(X, 2, 5), 2).trains(federation, HOST);

        Federation.Run run = federation.run();

        Pooled pooled = new Pooled(X, Y, true)
                .alpha(0.01)
                .guestColumns(2)
                .rowWeights(rowWeights)
                .sgd(3, ROWS);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-5);
        assertThat(run.model(ARBITER).param().path("lossHistory").get(2).asDouble())
                .isCloseTo(pooled.losses().get(2), offset(1e-5));
    }

    @Test
    void sparseRowsTeachTheSame() throws Exception {
        double[][] x = LinearFixture.columns(7, ROWS, 5);
        for (int i = 0; i < ROWS; i++) {
            x[i][i % 5] = 0;
        }
        Federation federation = federation("\"optimizer\": \"sgd\", \"max_iter\": 2, \"penalty\": \"none\"");
        federation
                .input(
                        GUEST,
                        "train_data",
                        table(part(x, 0, 2), 0).labels(Y).sparse().in(federation, GUEST, "g"))
                .input(
                        HOST,
                        "train_data",
                        table(part(x, 2, 5), 2).sparse().reversed().in(federation, HOST, "h"));

        Federation.Run run = federation.run();

        Pooled pooled = new Pooled(x, Y, true).sgd(2, ROWS);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-5);
    }

    @Test
    void everyOptimizerLowersTheLoss() throws Exception {
        for (String optimizer : List.of("nesterov_momentum_sgd", "adam", "adagrad")) {
            Federation.Run run = twoParties(
                            "\"max_iter\": 4, \"batch_size\": 20, \"batch_strategy\": \"random\", \"optimizer\": \""
                                    + optimizer + "\"")
                    .run();

            JsonNode losses = run.model(ARBITER).param().path("lossHistory");
            assertThat(losses.get(3).asDouble())
                    .as(optimizer)
                    .isLessThan(losses.get(0).asDouble());
        }
    }

    @Test
    void stopsWhenTheLossChangesLittle() throws Exception {
        Federation.Run run = twoParties("\"max_iter\": 9, \"tol\": 100").run();

        assertThat(run.model(GUEST).param().path("iters").asInt()).isEqualTo(2);
        for (String party : List.of(GUEST, HOST, ARBITER)) {
            assertThat(run.model(party).param().path("isConverged").asBoolean())
                    .as(party)
                    .isTrue();
        }
    }

    @Test
    void moreThanTwoClassesAreEachToldFromTheRest() throws Exception {
        double[] classes = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            classes[i] = X[i][0] > 0.5 ? 3 : X[i][3] > 0 ? 7 : 5;
        }
        Federation federation = federation("\"optimizer\": \"sgd\", \"max_iter\": 2");
        federation
                .input(
                        GUEST,
                        "train_data",
                        table(part(X, 0, 2), 0).labels(classes).in(federation, GUEST, "g"))
                .input(HOST, "train_data", table(part(X, 2, 5), 2).in(federation, HOST, "h"));

        Federation.Run run = federation.run();

        JsonNode result = run.model(GUEST).param().path("oneVsRestResult");
        assertThat(run.model(GUEST).param().path("needOneVsRest").asBoolean()).isTrue();
        assertThat(result.path("oneVsRestClasses").toString()).isEqualTo("[\"3\",\"5\",\"7\"]");
        double[] isFive =
                Arrays.stream(classes).map(label -> label == 5 ? 1 : 0).toArray();
        Pooled pooled = new Pooled(X, isFive, true).alpha(0.01).sgd(2, ROWS);
        assertThat(result.path("completedModels")
                        .get(1)
                        .path("weight")
                        .path("x0")
                        .asDouble())
                .isCloseTo(pooled.weights()[0], offset(1e-5));
        Row first = rows(federation, GUEST, run.output(GUEST, "data")).get(0);
        assertThat(first.values().get(1)).isIn("3", "5", "7");
        assertThat(first.values().get(3)).startsWith("{\"3\": ").contains(", \"5\": ", ", \"7\": ");
        assertThat(run.result(ARBITER).path("metrics")).isEmpty();

        Federation predicting = federation("\"max_iter\": 2");
        predicting
                .input(
                        GUEST,
                        "test_data",
                        table(part(X, 0, 2), 0).labels(classes).in(predicting, GUEST, "g"))
                .input(HOST, "test_data", table(part(X, 2, 5), 2).in(predicting, HOST, "h"))
                .model(GUEST, ModelInput.Kind.MODEL, run.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, run.model(HOST));
        Row predicted =
                rows(predicting, GUEST, predicting.run().output(GUEST, "data")).get(0);
        assertThat(predicted.values().subList(0, 4)).isEqualTo(first.values().subList(0, 4));
    }

    @Test
    void predictsWithAnEarlierModel() throws Exception {
        Federation training = twoParties("\"max_iter\": 3");
        Federation.Run trained = training.run();

        Federation predicting = federation("\"max_iter\": 3, \"predict_param\": {\"threshold\": 0.9}");
        // the columns come in another order than the model's, and there are more of them
        double[][] guest = new double[ROWS][];
        for (int i = 0; i < ROWS; i++) {
            guest[i] = new double[] {X[i][0], X[i][1], 17};
        }
        predicting
                .input(GUEST, "test_data", table(guest, 0).ordered().reversed().in(predicting, GUEST, "test"))
                .input(HOST, "test_data", table(part(X, 2, 5), 2).ordered().in(predicting, HOST, "test"))
                .model(GUEST, ModelInput.Kind.MODEL, trained.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, trained.model(HOST))
                .model(ARBITER, ModelInput.Kind.MODEL, trained.model(ARBITER));
        Federation.Run run = predicting.run();

        List<Row> before = rows(training, GUEST, trained.output(GUEST, "data"));
        List<Row> after = rows(predicting, GUEST, run.output(GUEST, "data"));
        assertThat(after).hasSize(ROWS);
        for (int i = 0; i < ROWS; i++) {
            Row row = after.get(ROWS - 1 - i);
            assertThat(row.id()).isEqualTo(before.get(i).id());
            assertThat(row.values().get(0)).isEqualTo("None");
            assertThat(row.values().get(2)).isEqualTo(before.get(i).values().get(2));
            boolean high = Double.parseDouble(row.values().get(2)) > 0.9;
            assertThat(row.values().get(1)).isEqualTo(high ? "1" : "0");
            assertThat(row.values().get(4)).isEqualTo("predict");
        }
        assertThat(run.result(GUEST).path("models")).isEmpty();
    }

    @Test
    void goesOnWhereAnEarlierModelStopped() throws Exception {
        Federation.Run first =
                twoParties("\"optimizer\": \"sgd\", \"max_iter\": 2").run();

        Federation second = twoParties("\"optimizer\": \"sgd\", \"max_iter\": 5");
        for (String party : List.of(GUEST, HOST, ARBITER)) {
            second.model(party, ModelInput.Kind.MODEL, first.model(party));
        }
        Federation.Run run = second.run();

        Pooled pooled = new Pooled(X, Y, true).alpha(0.01).sgd(5, ROWS);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-5);
        assertThat(run.model(GUEST).param().path("iters").asInt()).isEqualTo(5);
        assertThat(run.model(ARBITER).param().path("lossHistory")).hasSize(3);
    }

    private Federation twoParties(String parameters) throws IOException {
        Federation federation = federation(parameters);
        TableName guest = table(part(X, 0, 2), 0).ordered().labels(Y).in(federation, GUEST, "train");
        TableName host = table(part(X, 2, 5), 2).ordered().reversed().in(federation, HOST, "train");
        return federation.input(GUEST, "train_data", guest).input(HOST, "train_data", host);
    }

    private Federation federation(String parameters) {
        return new Federation(directory, GUEST, HOST, ARBITER)
                .component(HeteroLR::new)
                .parameters(merged(parameters));
    }

    /** What comes later in JSON wins. */
    private static String merged(String parameters) {
        return COMMON.formatted(parameters);
    }
}
