package io.fateflow.worker.component.baseline;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.linear.LinearFixture;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.testing.Federation;

import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.coefficients;
import static io.fateflow.worker.component.linear.LinearFixture.greatestDifference;
import static io.fateflow.worker.component.linear.LinearFixture.rows;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

class LocalBaselineTest {

    private static final int ROWS = 80;
    private static final double[][] X = LinearFixture.columns(6, ROWS, 3);
    private static final double[] Y = LinearFixture.labels(7, X);
    private static final double[] WEIGHTS =
            Arrays.stream(X).mapToDouble(row -> 0.5 + Math.abs(row[1])).toArray();

    @TempDir
    Path directory;

    @Test
    void comesToTheMinimumThatNewtonFindsToo() throws Exception {
        Federation.Run run = train("{\"model_opts\": {\"tol\": 1e-8, \"C\": 0.7}}", Y, new double[0]);

        double[] newton = newton(Y, new double[0], 0.7, true);
        assertThat(greatestDifference(weights(run.model(GUEST).param()), newton))
                .isLessThan(1e-4);
        assertThat(run.result(GUEST).at("/summary/is_converged").asBoolean()).isTrue();
        assertThat(run.result(GUEST).at("/summary/coef/x0").asDouble()).isCloseTo(newton[0], offset(1e-4));
        assertThat(run.model(GUEST).paramName()).isEqualTo("LocalBaselineParam");
        assertThat(run.model(GUEST).meta().path("optimizer").asText()).isEqualTo("lbfgs");
    }

    @Test
    void rowsHaveWeightsAndThereMayBeNoIntercept() throws Exception {
        Federation.Run run = train("{\"model_opts\": {\"tol\": 1e-8, \"fit_intercept\": false}}", Y, WEIGHTS);

        double[] newton = newton(Y, WEIGHTS, 1, false);
        assertThat(greatestDifference(coefficients(run.model(GUEST)), Arrays.copyOf(newton, 3)))
                .isLessThan(1e-4);
        assertThat(run.model(GUEST).param().path("intercept").asDouble()).isZero();
    }

    @Test
    void endsAfterSoManyIterations() throws Exception {
        Federation.Run run = train("{\"model_opts\": {\"max_iter\": 2}}", Y, new double[0]);

        assertThat(run.model(GUEST).param().path("iters").asInt()).isEqualTo(2);
        assertThat(run.result(GUEST).at("/summary/is_converged").asBoolean()).isFalse();
    }

    @Test
    void aModelPredictsWhatItDidOfItsTrainingData() throws Exception {
        Federation first = federation("{}", "train_data", Y, new double[0]);
        Federation.Run trained = first.run();
        Federation federation = federation("{}", "test_data", Y, new double[0])
                .model(GUEST, ModelInput.Kind.MODEL, trained.model(GUEST));
        Federation.Run run = federation.run();

        List<Row> before = rows(first, GUEST, trained.output(GUEST, "data"));
        List<Row> after = rows(federation, GUEST, run.output(GUEST, "data"));
        assertThat(after.get(3).values().subList(0, 4))
                .isEqualTo(before.get(3).values().subList(0, 4));
        assertThat(after.get(3).values().get(4)).isEqualTo("predict");
        assertThat(before.get(3).values().get(4)).isEqualTo("train");
    }

    @Test
    void moreClassesAreToldApartOneByOne() throws Exception {
        double[] classes = Arrays.stream(X)
                .mapToDouble(row -> row[0] > 0.5 ? 2 : row[1] > 0 ? 1 : 0)
                .toArray();
        Federation.Run run =
                train("{\"model_opts\": {\"multi_class\": \"ovr\", \"tol\": 1e-8}}", classes, new double[0]);

        JsonNode last = run.model(GUEST).param().at("/oneVsRestResult/completedModels/2");
        double[] against = Arrays.stream(classes).map(each -> each == 2 ? 1 : 0).toArray();
        assertThat(greatestDifference(weights(last), newton(against, new double[0], 1, true)))
                .isLessThan(1e-4);
        assertThat(run.result(GUEST).at("/summary/one_vs_rest").asBoolean()).isTrue();
        assertThat(run.result(GUEST).at("/summary/2/coef/x0").asDouble()).isPositive();
    }

    @Test
    void mistakesAreNamed() throws Exception {
        assertThat(train("{\"model_opts\": {\"penalty\": \"l1\"}}", Y, new double[0])
                        .failure(GUEST))
                .contains("penalty");
        assertThat(train("{\"model_name\": \"RandomForest\"}", Y, new double[0]).failure(GUEST))
                .contains("model_name");
        assertThat(train("{\"model_opts\": {\"solver\": \"liblinear\"}}", Y, new double[0])
                        .failure(GUEST))
                .contains("solver");
        double[] three = Y.clone();
        three[0] = 2;
        assertThat(train("{}", three, new double[0]).failure(GUEST)).contains("3 classes", "ovr");
    }

    private Federation.Run train(String parameters, double[] labels, double[] weights) throws Exception {
        return federation(parameters, "train_data", labels, weights).run();
    }

    private Federation federation(String parameters, String key, double[] labels, double[] weights) throws Exception {
        Federation federation =
                new Federation(directory, GUEST).component(LocalBaseline::new).parameters(parameters);
        return federation.input(
                GUEST, key, table(X, 0).labels(labels).weights(weights).in(federation, GUEST, key));
    }

    private static double[] weights(JsonNode model) {
        return new double[] {
            model.at("/weight/x0").asDouble(),
            model.at("/weight/x1").asDouble(),
            model.at("/weight/x2").asDouble(),
            model.path("intercept").asDouble()
        };
    }

    /** The minimum of half the squares of coefficients and C times the cross entropy, by Newton's method. */
    private static double[] newton(double[] labels, double[] weights, double c, boolean intercept) {
        int size = intercept ? 4 : 3;
        double[] w = new double[size];
        for (int step = 0; step < 30; step++) {
            double[][] system = new double[size][size + 1];
            for (int i = 0; i < 3; i++) {
                system[i][i] = 1;
                system[i][size] = -w[i];
            }
            for (int row = 0; row < ROWS; row++) {
                double[] x = Arrays.copyOf(X[row], size);
                if (intercept) {
                    x[3] = 1;
                }
                double u = 0;
                for (int i = 0; i < size; i++) {
                    u += w[i] * x[i];
                }
                double p = 1 / (1 + Math.exp(-u));
                double share = c * (weights.length == 0 ? 1 : weights[row]);
                for (int i = 0; i < size; i++) {
                    system[i][size] += share * ((labels[row] == 1 ? 1 : 0) - p) * x[i];
                    for (int j = 0; j < size; j++) {
                        system[i][j] += share * p * (1 - p) * x[i] * x[j];
                    }
                }
            }
            double[] change = solve(system);
            for (int i = 0; i < size; i++) {
                w[i] += change[i];
            }
        }
        return w;
    }

    private static double[] solve(double[][] system) {
        int size = system.length;
        for (int pivot = 0; pivot < size; pivot++) {
            for (int row = 0; row < size; row++) {
                double factor = row == pivot ? 0 : system[row][pivot] / system[pivot][pivot];
                for (int column = pivot; column <= size; column++) {
                    system[row][column] -= factor * system[pivot][column];
                }
            }
        }
        double[] solution = new double[size];
        Arrays.setAll(solution, i -> system[i][size] / system[i][i]);
        return solution;
    }
}
