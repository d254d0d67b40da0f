package io.fateflow.worker.component.boosting;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.linear.LinearFixture;
import io.fateflow.worker.component.score.Ranking;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.testing.Federation;

import static io.fateflow.worker.component.boosting.TreesFixture.ROWS;
import static io.fateflow.worker.component.boosting.TreesFixture.cell;
import static io.fateflow.worker.component.boosting.TreesFixture.parameters;
import static io.fateflow.worker.component.boosting.TreesFixture.predictions;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.metric;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

/** Validation, early stopping, cross validation, and what stops a component. */
@Tag("training")
class HeteroBoostingPhasesTest {

    private static final double[][] X = TreesFixture.x(4);
    private static final double[] Y = TreesFixture.classes(X, 2);
    private static final double[][] OTHERS = TreesFixture.x(77);
    private static final double[] OTHER_LABELS = TreesFixture.classes(OTHERS, 2);

    @TempDir
    Path directory;

    @Test
    void validatesBetweenRounds() throws Exception {
        Federation federation = withValidation(
                "\"callback_param\": {\"callbacks\": [\"PerformanceEvaluate\"], \"validation_freqs\": 1}");
        Federation.Run run = federation.run();

        for (int round = 0; round < 3; round++) {
            JsonNode train = metric(run.result(GUEST), "train", "iteration_" + round);
            assertThat(train.path("metric_type").asText()).isEqualTo("EVALUATION_SUMMARY");
            assertThat(train.path("data").findValuesAsText("0")).isEmpty();
            assertThat(metric(run.result(GUEST), "validate", "iteration_" + round)
                            .path("data")
                            .get(1)
                            .get(0)
                            .asText())
                    .isEqualTo("ks");
        }
        assertThat(run.result(GUEST).at("/summary/validation_metrics/validate/auc"))
                .hasSize(3);
        Map<String, Row> rows = predictions(run);
        assertThat(rows).hasSize(2 * ROWS);
        assertThat(cell(rows, "other-0", 4)).isEqualTo("validate");
        assertThat(cell(rows, "person-0", 4)).isEqualTo("train");
    }

    @Test
    void stopsEarlyAndKeepsTheBestRound() throws Exception {
        Federation federation = withValidation("\"early_stopping_rounds\": 1, \"validation_freqs\": 1,"
                + " \"metrics\": [\"auc\"], \"learning_rate\": 1");
        federation.parameters(parameters(
                        3,
                        "\"early_stopping_rounds\": 1, \"validation_freqs\": 1, \"metrics\": [\"auc\"], \"learning_rate\": 3")
                .replace("\"num_trees\": 3", "\"num_trees\": 9"));
        Federation.Run run = federation.run();

        JsonNode aucs = run.result(GUEST).at("/summary/validation_metrics/validate/auc");
        int best = run.model(GUEST).param().path("bestIteration").asInt();
        assertThat(aucs.size()).as("it did stop").isLessThan(9).isEqualTo(best + 2);
        assertThat(run.model(GUEST).param().path("trees")).hasSize(best + 1);
        assertThat(run.model(HOST).param().path("trees")).hasSize(best + 1);
        assertThat(run.result(HOST).at("/summary/best_iteration").asInt()).isEqualTo(best);
        Map<String, Row> rows = predictions(run);
        double[] scores = new double[ROWS];
        double[] labels = new double[ROWS];
        for (int row = 0; row < ROWS; row++) {
            scores[row] = Double.parseDouble(cell(rows, "other-" + row, 2));
            labels[row] = OTHER_LABELS[row];
        }
        double auc = Ranking.of(labels, scores).auc();
        assertThat(auc).isCloseTo(aucs.get(best).asDouble(), offset(1e-6));
    }

    @Test
    void endsWhenTheLossChangesLittle() throws Exception {
        Federation.Run run = trees().oneHost(
                        parameters(2, "\"tol\": 100")
                                .replace("\"n_iter_no_change\": false", "\"n_iter_no_change\": true"),
                        X,
                        Y)
                .run();

        assertThat(run.model(GUEST).param().path("losses")).hasSize(2);
        assertThat(run.result(HOST).at("/summary/is_converged").asBoolean()).isTrue();
    }

    @Test
    void crossValidationTriesOutEachFold() throws Exception {
        Federation federation = trees().oneHost(
                        parameters(2, "\"cv_param\": {\"need_cv\": true, \"n_splits\": 3, \"shuffle\": false}"), X, Y);
        Federation.Run run = federation.run();

        assertThat(run.result(GUEST).at("/summary/fold_num").asInt()).isEqualTo(3);
        assertThat(metric(run.result(GUEST), "validate", "validate_fold_2").path("data"))
                .hasSize(2);
        assertThat(metric(run.result(GUEST), "train", "loss.1").path("data")).hasSize(3);
        assertThat(run.result(GUEST).path("models")).isEmpty();
        Map<String, Row> rows = predictions(run);
        assertThat(rows).hasSize(3 * ROWS);
        assertThat(cell(rows, "person-0#fold0#validate", 4)).isEqualTo("validate");
        assertThat(cell(rows, "person-0#fold1#train", 4)).isEqualTo("train");
        TableName ofHost = run.output(HOST, "data");
        assertThat(LinearFixture.rows(federation, HOST, ofHost))
                .hasSize(3 * ROWS)
                .contains(new Row("person-59#fold2#validate", List.of("2")));
    }

    @Test
    void warnsOfDataThatNothingCanBeLearnedFrom() throws Exception {
        double[][] holes = TreesFixture.x(4);
        holes[3][2] = Double.NaN;
        assertThat(trees().oneHost(parameters(2, ""), holes, Y).run().failure(HOST))
                .contains("host 10000: train_data has no value in column x0 of row 57", "use_missing");
        double[] same = new double[ROWS];
        assertThat(trees().oneHost(parameters(2, ""), X, same).run().failure(GUEST))
                .contains("all labels are the same");
        assertThat(trees().oneHost(parameters(2, ""), "train_data", X, table(part(X, 0, 2), 0))
                        .run()
                        .failure(GUEST))
                .contains("guest 9999: train_data has no label", "with_label");
        assertThat(trees().oneHost(
                                parameters(2, ""),
                                "train_data",
                                X,
                                table(part(X, 0, 2), 0).labels(Y).ids("stranger-"))
                        .run()
                        .failure(HOST))
                .contains("host 10000 has not 60 of the 60 rows of guest 9999", "Intersection");
        assertThat(trees().oneHost(parameters(2, "\"early_stopping_rounds\": 1, \"validation_freqs\": 1"), X, Y)
                        .run()
                        .failure(GUEST))
                .contains("early_stopping_rounds needs validate_data");
        assertThat(trees().oneHost(parameters(2, "\"run_goss\": true, \"top_rate\": 0.001"), X, Y)
                        .run()
                        .failure(GUEST))
                .contains("subsampled result is 0");
        assertThat(trees().twoHosts(parameters(2, "\"boosting_strategy\": \"layered\""), X, Y)
                        .run()
                        .failure(GUEST))
                .contains("parameter boosting_strategy", "only 1 host");
    }

    /** With rows of three columns at the host where the model has other ones. */
    @Test
    void aModelOfOtherColumnsIsRefusedByTheirNames() throws Exception {
        Federation.Run run = trees().oneHost(parameters(1, ""), X, Y).run();
        Federation predicting = new Federation(directory, GUEST, HOST)
                .component(HeteroSecureBoost::new)
                .parameters(parameters(1, ""));
        predicting
                .input(GUEST, "test_data", table(part(X, 0, 2), 0).in(predicting, GUEST, "t"))
                .input(HOST, "test_data", table(part(X, 2, 5), 7).in(predicting, HOST, "t"))
                .model(GUEST, ModelInput.Kind.MODEL, run.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, run.model(HOST));

        assertThat(predicting.run().failure(HOST)).contains("columns that the data has not: x0, x1, x2");
    }

    private Federation withValidation(String more) throws Exception {
        Federation federation = trees().oneHost(parameters(3, more), X, Y);
        return federation
                .input(
                        GUEST,
                        "validate_data",
                        table(part(OTHERS, 0, 2), 0)
                                .labels(OTHER_LABELS)
                                .ids("other-")
                                .in(federation, GUEST, "gv"))
                .input(
                        HOST,
                        "validate_data",
                        table(part(OTHERS, 2, 5), 0).ids("other-").in(federation, HOST, "hv"));
    }

    private TreesFixture trees() {
        return new TreesFixture(directory);
    }
}
