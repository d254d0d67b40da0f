package io.fateflow.worker.component.linear;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.greatestDifference;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.rows;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static io.fateflow.worker.component.linear.LinearFixture.weights;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

class HeteroPoissonTest {

    private static final int ROWS = 40;
    private static final int COLUMNS = 4;
    private static final double RATE = 0.1;
    private static final double ALPHA = 0.01;

    /** Numbers that are the same in fixed point, so that results are exact; the guest's last column is the exposure. */
    private static final double[][] X = Arrays.stream(LinearFixture.columns(4, ROWS, COLUMNS))
            .map(row -> Arrays.stream(row)
                    .map(value -> Math.rint(value * 256) / 1024)
                    .toArray())
            .toArray(double[][]::new);

    private static final double[] EXPOSURE = new double[ROWS];
    private static final double[] Y = new double[ROWS];

    static {
        Arrays.setAll(EXPOSURE, row -> row % 4 == 0 ? 0.5 : 2);
        Arrays.setAll(Y, row -> Math.rint(EXPOSURE[row] * (2 + X[row][0] - 2 * X[row][3])) + row % 3);
    }

    @TempDir
    Path directory;

    @Test
    void estimatesAsPooledDataWould() throws Exception {
        Federation federation = federation("", "train_data");
        Federation.Run run = federation.run();

        Reference pooled = new Reference();
        assertThat(greatestDifference(weights(run, HOST), pooled.weights)).isLessThan(1e-6);
        assertThat(run.model(ARBITER).param().path("lossHistory").get(2).asDouble())
                .isCloseTo(pooled.loss, offset(1e-6));
        assertThat(run.model(GUEST).paramName()).isEqualTo("HeteroPoissonRegressionParam");
        assertThat(run.model(GUEST).param().path("header").toString()).isEqualTo("[\"x0\",\"x1\"]");
        assertThat(run.model(GUEST).param().has("encryptedWeight")).isFalse();
        assertThat(run.model(GUEST).meta().path("exposureColname").asText()).isEqualTo("x2");
        double score = Double.parseDouble(rows(federation, GUEST, run.output(GUEST, "data"))
                .get(5)
                .values()
                .get(2));
        assertThat(score).isCloseTo(pooled.expected(5), offset(1e-5));
    }

    @Test
    void aModelKnowsItsExposure() throws Exception {
        Federation.Run trained = federation("", "train_data").run();
        Federation federation = federation(", \"exposure_colname\": \"another\"", "test_data")
                .model(GUEST, ModelInput.Kind.MODEL, trained.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, trained.model(HOST));
        Federation.Run run = federation.run();

        double score = Double.parseDouble(rows(federation, GUEST, run.output(GUEST, "data"))
                .get(4)
                .values()
                .get(2));
        assertThat(score).isCloseTo(new Reference().expected(4), offset(1e-5));
    }

    @Test
    void withoutItsColumnAllAreExposedAlike() throws Exception {
        Federation.Run run =
                federation(", \"exposure_colname\": \"none\"", "train_data").run();

        assertThat(run.model(GUEST).param().path("header")).hasSize(3);
    }

    @Test
    void neitherFeatureNorLabelLeavesItsParty() throws Exception {
        Federation.Run run = federation("", "train_data").run();

        for (MemoryExchange.Message message : run.record()) {
            String bytes = new String(message.bytes(), StandardCharsets.ISO_8859_1);
            for (int row = 0; row < ROWS; row++) {
                for (double value :
                        Arrays.stream(X[row]).filter(each -> each != 0).toArray()) {
                    assertThat(bytes)
                            .as(message.variable())
                            .doesNotContain(new String(
                                    ByteBuffer.allocate(8).putDouble(value).array(), StandardCharsets.ISO_8859_1));
                }
            }
        }
    }

    @Test
    void moreHostsAreRefused() throws Exception {
        assertThat(new Federation(directory, GUEST, HOST, LinearFixture.SECOND_HOST, ARBITER)
                        .component(HeteroPoisson::new)
                        .parameters("{\"early_stop\": \"weight_diff\"}")
                        .run()
                        .failure(GUEST))
                .contains("one host only");
    }

    private Federation federation(String more, String key) throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(HeteroPoisson::new)
                .parameters("{\"optimizer\": \"sgd\", \"learning_rate\": " + RATE + ", \"alpha\": " + ALPHA
                        + ", \"max_iter\": 3, \"init_param\": {\"init_method\": \"zeros\"}, \"tol\": 1e-9,"
                        + " \"encrypt_param\": {\"key_length\": 1024}, \"exposure_colname\": \"x2\"" + more + "}");
        double[][] own = part(X, 0, 3);
        for (int row = 0; row < ROWS; row++) {
            own[row][2] = EXPOSURE[row];
        }
        return federation
                .input(GUEST, key, table(own, 0).numericLabels(Y).in(federation, GUEST, "g" + key))
                .input(HOST, key, table(part(X, 2, COLUMNS), 3).reversed().in(federation, HOST, "h" + key));
    }

    /** Gradient descent over all columns in one place, from FATE's formulas. */
    private static final class Reference {

        private final double[] weights = new double[COLUMNS + 1];
        private double loss;

        Reference() {
            for (int iteration = 0; iteration < 3; iteration++) {
                iterate(RATE / Math.sqrt(1 + iteration));
            }
        }

        double expected(int row) {
            return Math.exp(predictor(row)) * EXPOSURE[row];
        }

        private void iterate(double rate) {
            double[] gradient = new double[COLUMNS + 1];
            loss = 0;
            for (int row = 0; row < ROWS; row++) {
                double expected = expected(row);
                loss += (expected - Y[row] * (predictor(row) + Math.log(EXPOSURE[row]))) / ROWS;
                for (int i = 0; i < COLUMNS; i++) {
                    gradient[i] += (expected - Y[row]) * X[row][i] / ROWS;
                }
                gradient[COLUMNS] += (expected - Y[row]) / ROWS;
            }
            for (int i = 0; i < COLUMNS; i++) {
                gradient[i] += ALPHA * weights[i];
                loss += 0.5 * ALPHA * weights[i] * weights[i];
            }
            for (int i = 0; i <= COLUMNS; i++) {
                weights[i] -= rate * gradient[i];
            }
        }

        private double predictor(int row) {
            double sum = weights[COLUMNS];
            for (int i = 0; i < COLUMNS; i++) {
                sum += weights[i] * X[row][i];
            }
            return sum;
        }
    }
}
