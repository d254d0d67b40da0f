package io.fateflow.worker.component.linear;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.testing.Federation;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.greatestDifference;
import static io.fateflow.worker.component.linear.LinearFixture.metric;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.rows;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static io.fateflow.worker.component.linear.LinearFixture.weights;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

class HeteroLinRTest {

    private static final int ROWS = 40;
    private static final double[][] X = LinearFixture.columns(3, ROWS, 4);
    private static final double[] Y = Arrays.stream(X)
            .mapToDouble(row -> 5000 + 100 * row[0] - 30 * row[1] + 70 * row[2] + row[3])
            .toArray();

    @TempDir
    Path directory;

    @Test
    void estimatesAsPooledDataWould() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(HeteroLinR::new)
                .parameters("""
                        {"alpha": 0.01, "learning_rate": 0.15, "max_iter": 4, "init_param": {"init_method": "ones"},
                         "encrypt_param": {"key_length": 1024},
                         "callback_param": {"callbacks": ["PerformanceEvaluate"], "validation_freqs": 4}}""");
        table(part(X, 0, 2), 0).numericLabels(Y).trains(federation, GUEST);
        table(part(X, 2, 4), 2).reversed().trains(federation, HOST);

        Federation.Run run = federation.run();

        Pooled pooled = new Pooled(X, Y, false).alpha(0.01).startingWith(1);
        // only the guest has an intercept, and both parties start with ones
        pooled.sgd(4, ROWS);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-4);
        Model arbiter = run.model(ARBITER);
        assertThat(arbiter.paramName()).isEqualTo("HeteroLinearRegressionParam");
        assertThat(arbiter.param().path("lossHistory").get(3).asDouble())
                .isCloseTo(pooled.losses().get(3), withPercentage(1e-6));
        assertThat(arbiter.param().has("needOneVsRest")).isFalse();
        Row first = rows(federation, GUEST, run.output(GUEST, "data")).get(0);
        double score = Double.parseDouble(first.values().get(2));
        assertThat(score).isCloseTo(pooled.score(0), offset(1e-4));
        assertThat(first.values())
                .isEqualTo(List.of(
                        Double.toString(Y[0]),
                        Double.toString(score),
                        Double.toString(score),
                        "{\"label\": " + score + "}",
                        "train"));
        double squares = 0;
        for (int row = 0; row < ROWS; row++) {
            squares += Math.pow(pooled.score(row) - Y[row], 2);
        }
        assertThat(metric(run.result(GUEST), "train", "iteration_3")
                        .path("data")
                        .get(0)
                        .get(1)
                        .asDouble())
                .isCloseTo(Math.sqrt(squares / ROWS), offset(1e-3));
    }

    /** Weights whose mean is near zero are great when scaled: FATE's own example learns from them, and diverges. */
    @Test
    void aTrainingThatDivergesGoesOnToItsEnd() throws Exception {
        double[] rowWeights = new double[ROWS];
        Arrays.setAll(rowWeights, i -> i % 2 == 0 ? 1 : -0.99);
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(HeteroLinR::new)
                .parameters("""
                        {"alpha": 0.01, "learning_rate": 0.15, "max_iter": 8, "early_stop": "weight_diff",
                         "init_param": {"init_method": "zeros"}, "encrypt_param": {"key_length": 1024}}""");
        table(part(X, 0, 2), 0).numericLabels(Y).weights(rowWeights).trains(federation, GUEST);
        table(part(X, 2, 4), 2).trains(federation, HOST);

        Federation.Run run = federation.run();

        Pooled pooled = new Pooled(X, Y, false)
                .alpha(0.01)
                .guestColumns(2)
                .rowWeights(rowWeights)
                .sgd(8, ROWS);
        double greatest = Arrays.stream(pooled.weights()).map(Math::abs).max().orElseThrow();
        assertThat(greatest).isGreaterThan(1e11);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-6 * greatest);
        assertThat(run.model(ARBITER).param().path("lossHistory").get(7).asDouble())
                .isCloseTo(pooled.losses().get(7), withPercentage(1e-4));
    }
}
