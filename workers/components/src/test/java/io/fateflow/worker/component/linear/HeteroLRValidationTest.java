package io.fateflow.worker.component.linear;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.table.Row;
import io.fateflow.worker.testing.Federation;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.metric;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.rows;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

class HeteroLRValidationTest {

    private static final int ROWS = 30;
    private static final double[][] X = LinearFixture.columns(11, ROWS, 4);
    private static final double[] Y = LinearFixture.labels(12, X);

    @TempDir
    Path directory;

    @Test
    void evaluatesWhileItTrains() throws Exception {
        Federation federation = federation("""
                "max_iter": 4, "callback_param": {"callbacks": ["PerformanceEvaluate"], "validation_freqs": 2}""");
        Federation.Run run = train(federation, true).run();

        JsonNode metrics = run.result(GUEST).at("/summary/validation_metrics");
        assertThat(metrics.at("/train/auc")).hasSize(2);
        assertThat(metrics.at("/validate/ks")).hasSize(2);
        assertThat(metric(run.result(GUEST), "validate", "iteration_3")
                        .path("data")
                        .get(0)
                        .get(0)
                        .asText())
                .isEqualTo("auc");
        assertThat(run.result(HOST).path("metrics")).isEmpty();
        List<Row> output = rows(federation, GUEST, run.output(GUEST, "data"));
        assertThat(output.stream().map(row -> row.values().get(4)).filter("validate"::equals))
                .hasSize(ROWS);
        assertThat(output).hasSize(2 * ROWS);
    }

    @Test
    void stopsWhenValidationGetsNoBetterAndKeepsTheBestWeights() throws Exception {
        // labels of the validation data are turned round, so that the first iteration is the best
        double[] wrong = Arrays.stream(Y).map(label -> 1 - label).toArray();
        Federation federation = federation("""
                "max_iter": 30, "tol": 0, "init_param": {"init_method": "zeros"},
                "callback_param": {"callbacks": ["EarlyStopping"], "validation_freqs": 1, "early_stopping_rounds": 2,
                                   "metrics": ["auc"]}""");
        train(federation, false)
                .input(
                        GUEST,
                        "validate_data",
                        table(part(X, 0, 2), 0).labels(wrong).in(federation, GUEST, "gv"))
                .input(HOST, "validate_data", table(part(X, 2, 4), 2).in(federation, HOST, "hv"));

        Federation.Run run = federation.run();

        int iterations = run.model(ARBITER).param().path("lossHistory").size();
        assertThat(iterations).isLessThan(30);
        JsonNode aucs = run.result(GUEST).at("/summary/validation_metrics/validate/auc");
        assertThat(aucs).hasSize(iterations);
        int best = run.result(GUEST).at("/summary/best_iteration").asInt();
        for (JsonNode auc : aucs) {
            assertThat(auc.asDouble()).isLessThanOrEqualTo(aucs.get(best).asDouble());
        }
        assertThat(iterations).isEqualTo(best + 3);
        for (String party : List.of(GUEST, HOST, ARBITER)) {
            assertThat(run.model(party).param().path("bestIteration").asInt())
                    .as(party)
                    .isEqualTo(best);
        }

        Federation.Run again = train(
                        federation("\"max_iter\": %d, \"tol\": 0, \"init_param\": {\"init_method\": \"zeros\"}"
                                .formatted(best + 1)),
                        false)
                .run();
        assertThat(run.model(HOST).param().path("weight").path("x2").asDouble())
                .isCloseTo(again.model(HOST).param().path("weight").path("x2").asDouble(), offset(1e-9));
    }

    @Test
    void earlyStoppingNeedsValidationData() throws Exception {
        Federation.Run run = train(federation("\"validation_freqs\": 1, \"early_stopping_rounds\": 3"), false)
                .run();

        assertThat(run.failure(GUEST)).contains("validate data is needed when early stopping is enabled");
    }

    @Test
    void crossValidationTestsEachRowOnce() throws Exception {
        Federation federation = federation("\"max_iter\": 2, \"cv_param\": {\"need_cv\": true, \"n_splits\": 3}");
        Federation.Run run = train(federation, false).run();

        JsonNode summary = run.result(GUEST).path("summary");
        assertThat(summary.path("fold_num").asInt()).isEqualTo(3);
        assertThat(summary.path("fold_2").has("coef")).isTrue();
        for (int fold = 0; fold < 3; fold++) {
            assertThat(metric(run.result(GUEST), "validate", "validate_fold_" + fold)
                            .path("data"))
                    .hasSize(2);
            assertThat(metric(run.result(ARBITER), "train", "loss." + fold)
                            .at("/metas/curve_name")
                            .asText())
                    .isEqualTo(Integer.toString(fold));
        }
        List<Row> history = rows(federation, GUEST, run.output(GUEST, "data"));
        assertThat(history).hasSize(3 * ROWS);
        Set<String> tested = new TreeSet<>();
        history.stream()
                .filter(row -> row.values().get(4).equals("validate"))
                .forEach(row -> tested.add(row.id().substring(0, row.id().indexOf('#'))));
        assertThat(tested).hasSize(ROWS);
        List<Row> hosts = rows(federation, HOST, run.output(HOST, "data"));
        assertThat(hosts).hasSize(3 * ROWS);
        assertThat(hosts.get(0).id()).contains("#fold0#train");
        assertThat(hosts.get(0).values()).containsExactly("0");
        assertThat(run.model(GUEST).param().path("weight")).isEmpty();
    }

    private Federation train(Federation federation, boolean validate) throws IOException {
        var guest = table(part(X, 0, 2), 0).labels(Y).in(federation, GUEST, "g");
        var host = table(part(X, 2, 4), 2).reversed().in(federation, HOST, "h");
        federation.input(GUEST, "train_data", guest).input(HOST, "train_data", host);
        return validate
                ? federation.input(GUEST, "validate_data", guest).input(HOST, "validate_data", host)
                : federation;
    }

    private Federation federation(String parameters) {
        return new Federation(directory, GUEST, HOST, ARBITER)
                .component(HeteroLR::new)
                .parameters("{\"alpha\": 0.01, \"learning_rate\": 0.15, \"encrypt_param\": {\"key_length\": 1024}, "
                        + parameters + "}");
    }
}
