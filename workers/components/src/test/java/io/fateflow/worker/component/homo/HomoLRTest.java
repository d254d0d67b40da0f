package io.fateflow.worker.component.homo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.linear.LinearFixture;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.SECOND_HOST;
import static io.fateflow.worker.component.linear.LinearFixture.coefficients;
import static io.fateflow.worker.component.linear.LinearFixture.greatestDifference;
import static io.fateflow.worker.component.linear.LinearFixture.metric;
import static io.fateflow.worker.component.linear.LinearFixture.rows;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

class HomoLRTest {

    private static final int COLUMNS = 3;
    private static final double[][] GUEST_X = LinearFixture.columns(31, 50, COLUMNS);
    private static final double[][] HOST_X = LinearFixture.columns(32, 30, COLUMNS);
    private static final double[][] SECOND_X = LinearFixture.columns(33, 20, COLUMNS);
    private static final double[] GUEST_Y = LinearFixture.labels(34, GUEST_X);
    private static final double[] HOST_Y = LinearFixture.labels(35, HOST_X);
    private static final double[] SECOND_Y = LinearFixture.labels(36, SECOND_X);

    @TempDir
    Path directory;

    @Test
    void theMeanOfMaskedWeightsIsThatOfPlainOnes() throws Exception {
        Federation.Run run = clients(
                        "\"optimizer\": \"sgd\", \"max_iter\": 6, \"batch_size\": 16, \"aggregate_iters\": 2")
                .run();

        double[] expected = plainFedAvg(6, 16, 2);
        for (String client : List.of(GUEST, HOST, SECOND_HOST)) {
            double[] learned = Arrays.copyOf(coefficients(run.model(client)), COLUMNS + 1);
            learned[COLUMNS] = run.model(client).param().path("intercept").asDouble();
            assertThat(greatestDifference(learned, expected)).as(client).isLessThan(1e-6);
        }
    }

    @Test
    void theLossCountsALastBatchAsFullAsFatesDoes() throws Exception {
        Federation.Run run = clients("\"max_iter\": 1, \"batch_size\": 16, \"learning_rate\": 1e-12")
                .run();

        double share = Arrays.stream(GUEST_Y).average().orElseThrow();
        double expected = 0;
        for (int row = 0; row < 50; row++) {
            double ofRow = -Math.log(GUEST_Y[row] == 1 ? share : 1 - share);
            expected += ofRow / 50 * (row < 48 ? 1 : 16 / 2.0);
        }
        assertThat(loss(run, GUEST, 0)).isCloseTo(expected, offset(1e-6));
    }

    @Test
    void theServerSeesNothingButRandomNumbers() throws Exception {
        double[][] wide = LinearFixture.columns(41, 12, 400);
        double[] y = LinearFixture.labels(42, wide);
        List<long[]> models = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Federation federation =
                    federation("\"max_iter\": 1, \"init_param\": {\"init_method\": \"zeros\"}", GUEST, HOST);
            federation
                    .input(GUEST, "train_data", table(wide, 0).labels(y).in(federation, GUEST, "g"))
                    .input(HOST, "train_data", table(wide, 0).labels(y).in(federation, HOST, "h"));
            Federation.Run run = federation.run();
            run.result(GUEST);
            models.add(sentModel(run, "guest"));
            models.add(sentModel(run, "host"));
        }

        for (long[] model : models) {
            long ones = Arrays.stream(model).map(Long::bitCount).sum();
            double bits = 64.0 * model.length;
            // six standard deviations from one half
            assertThat(ones / bits).isCloseTo(0.5, offset(3 / Math.sqrt(bits)));
            // plain weights are below 1 here, and would all be below 2^34
            assertThat(Arrays.stream(model).filter(number -> Math.abs(number) < 1L << 35))
                    .isEmpty();
        }
        // the same weights look different each time
        for (int i = 0; i < models.get(0).length; i++) {
            assertThat(models.get(0)[i]).isNotEqualTo(models.get(2)[i]);
        }
    }

    @Test
    void everyClientPredictsAndEvaluatesItsOwnRows() throws Exception {
        Federation federation = clients(
                "\"max_iter\": 4, \"callback_param\": {\"callbacks\": [\"PerformanceEvaluate\"], \"validation_freqs\": 2}");
        Federation.Run run = federation.run();

        assertThat(rows(federation, GUEST, run.output(GUEST, "data"))).hasSize(50);
        assertThat(rows(federation, HOST, run.output(HOST, "data"))).hasSize(30);
        assertThat(run.result(HOST).at("/summary/validation_metrics/train/auc")).hasSize(2);
        assertThat(run.result(HOST).at("/summary/local_loss_history")).hasSize(4);
        assertThat(run.model(GUEST).paramName()).isEqualTo("HomoLogisticRegressionParam");
        assertThat(run.model(GUEST).meta().path("module").asText()).isEqualTo("HomoLR");
        assertThat(run.result(ARBITER).path("models")).isEmpty();
        JsonNode losses = metric(run.result(ARBITER), "train", "loss").path("data");
        assertThat(losses).hasSize(4);
        double weighted = 0.5 * loss(run, GUEST, 3) + 0.3 * loss(run, HOST, 3) + 0.2 * loss(run, SECOND_HOST, 3);
        assertThat(losses.get(3).get(1).asDouble()).isCloseTo(weighted, offset(1e-9));

        Federation predicting = federation("\"max_iter\": 4", GUEST, HOST);
        predicting
                .input(GUEST, "test_data", table(GUEST_X, 0).in(predicting, GUEST, "test"))
                .input(HOST, "test_data", table(HOST_X, 0).in(predicting, HOST, "test"))
                .model(GUEST, ModelInput.Kind.MODEL, run.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, run.model(HOST));
        Row again =
                rows(predicting, HOST, predicting.run().output(HOST, "data")).get(7);
        assertThat(again.values().get(2))
                .isEqualTo(rows(federation, HOST, run.output(HOST, "data"))
                        .get(7)
                        .values()
                        .get(2));
    }

    @Test
    void stopsWhenTheMeanLossChangesLittle() throws Exception {
        Federation.Run run = clients("\"max_iter\": 50, \"tol\": 100").run();

        assertThat(run.model(HOST).param().path("iters").asInt()).isEqualTo(2);
        assertThat(run.model(HOST).param().path("isConverged").asBoolean()).isTrue();
    }

    @Test
    void classesOfAllPartiesCount() throws Exception {
        double[] guestClasses = new double[50];
        Arrays.setAll(guestClasses, i -> GUEST_X[i][0] > 0 ? 1 : 4);
        double[] hostClasses = new double[30];
        Arrays.setAll(hostClasses, i -> HOST_X[i][0] > 0 ? 1 : 9);
        Federation federation = federation("\"max_iter\": 2, \"cv_param\": {\"need_cv\": false}", GUEST, HOST);
        federation
                .input(
                        GUEST,
                        "train_data",
                        table(GUEST_X, 0).labels(guestClasses).in(federation, GUEST, "g"))
                .input(HOST, "train_data", table(HOST_X, 0).labels(hostClasses).in(federation, HOST, "h"));

        Federation.Run run = federation.run();

        assertThat(run.model(GUEST)
                        .param()
                        .at("/oneVsRestResult/oneVsRestClasses")
                        .toString())
                .isEqualTo("[\"1\",\"4\",\"9\"]");
        assertThat(run.model(HOST).param().at("/oneVsRestResult/completedModels"))
                .hasSize(3);
    }

    @Test
    void crossValidationPartsEachClientsRows() throws Exception {
        Federation federation = clients("\"max_iter\": 2, \"cv_param\": {\"need_cv\": true, \"n_splits\": 2}");
        Federation.Run run = federation.run();

        assertThat(rows(federation, HOST, run.output(HOST, "data"))).hasSize(60);
        assertThat(metric(run.result(HOST), "validate", "validate_fold_1").path("data"))
                .hasSize(2);
    }

    @Test
    void otherColumnsAreRefused() throws Exception {
        Federation federation = federation("\"max_iter\": 1", GUEST, HOST);
        federation
                .input(GUEST, "train_data", table(GUEST_X, 0).labels(GUEST_Y).in(federation, GUEST, "g"))
                .input(HOST, "train_data", table(HOST_X, 1).labels(HOST_Y).in(federation, HOST, "h"));

        assertThat(federation.run().failure(ARBITER)).contains("host 10000 has other columns than guest 9999");
    }

    @Test
    void aGuestAloneIsRefused() throws Exception {
        assertThat(new Federation(directory, GUEST, ARBITER)
                        .component(HomoLR::new)
                        .run()
                        .failure(GUEST))
                .contains("HomoLR needs a host");
    }

    private static double loss(Federation.Run run, String client, int epoch) {
        return run.model(client).param().path("lossHistory").get(epoch).asDouble();
    }

    private static long[] sentModel(Federation.Run run, String role) {
        for (MemoryExchange.Message message : run.record()) {
            if (message.from().role().equals(role) && message.tag().equals("fit.local_model_0")) {
                ByteBuffer bytes = ByteBuffer.wrap(message.bytes());
                long[] numbers = new long[bytes.getInt()];
                bytes.asLongBuffer().get(numbers);
                return numbers;
            }
        }
        throw new AssertionError("no model was sent by " + role);
    }

    private Federation clients(String parameters) throws IOException {
        Federation federation = federation(parameters, GUEST, HOST, SECOND_HOST);
        return federation
                .input(
                        GUEST,
                        "train_data",
                        table(GUEST_X, 0).ordered().reversed().labels(GUEST_Y).in(federation, GUEST, "g"))
                .input(
                        HOST,
                        "train_data",
                        table(HOST_X, 0).ordered().labels(HOST_Y).in(federation, HOST, "h"))
                .input(
                        SECOND_HOST,
                        "train_data",
                        table(SECOND_X, 0).ordered().labels(SECOND_Y).in(federation, SECOND_HOST, "s"));
    }

    private Federation federation(String parameters, String... clients) {
        String[] parties = Arrays.copyOf(clients, clients.length + 1);
        parties[clients.length] = ARBITER;
        return new Federation(directory, parties)
                .component(HomoLR::new)
                .parameters(
                        "{\"alpha\": 0.01, \"learning_rate\": 0.15, \"tol\": 1e-9, \"init_param\": {\"init_method\": \"zeros\"}, "
                                + parameters + "}");
    }

    /** FedAvg by plain gradient descent, the mean weighted by rows. */
    private static double[] plainFedAvg(int epochs, int batchSize, int aggregateEvery) {
        double[][][] x = {GUEST_X, HOST_X, SECOND_X};
        double[][] y = {GUEST_Y, HOST_Y, SECOND_Y};
        double[][] weights = new double[3][COLUMNS + 1];
        int[] steps = new int[3];
        for (int client = 0; client < 3; client++) {
            double share = Arrays.stream(y[client]).average().orElseThrow();
            weights[client][COLUMNS] = Math.log(share / (1 - share));
        }
        for (int epoch = 0; epoch < epochs; epoch++) {
            for (int client = 0; client < 3; client++) {
                for (int from = 0; from < x[client].length; from += batchSize) {
                    int to = Math.min(x[client].length, from + batchSize);
                    double rate = 0.15 / Math.sqrt(1 + steps[client]++);
                    descend(x[client], y[client], from, to, weights[client], rate);
                }
            }
            if ((epoch + 1) % aggregateEvery == 0) {
                for (int i = 0; i <= COLUMNS; i++) {
                    double mean = 0.5 * weights[0][i] + 0.3 * weights[1][i] + 0.2 * weights[2][i];
                    weights[0][i] = mean;
                    weights[1][i] = mean;
                    weights[2][i] = mean;
                }
            }
        }
        return weights[0];
    }

    private static void descend(double[][] x, double[] y, int from, int to, double[] weights, double rate) {
        double[] gradient = new double[COLUMNS + 1];
        for (int row = from; row < to; row++) {
            double u = weights[COLUMNS];
            for (int i = 0; i < COLUMNS; i++) {
                u += weights[i] * x[row][i];
            }
            double d = (1 / (1 + Math.exp(-u)) - y[row]) / (to - from);
            for (int i = 0; i < COLUMNS; i++) {
                gradient[i] += d * x[row][i];
            }
            gradient[COLUMNS] += d;
        }
        for (int i = 0; i <= COLUMNS; i++) {
            weights[i] -= rate * (gradient[i] + 0.01 * weights[i]);
        }
    }
}
