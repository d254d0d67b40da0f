package io.fateflow.worker.component.evaluation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.fateflow.worker.component.evaluation.PredictionFixture.json;
import static io.fateflow.worker.component.evaluation.PredictionFixture.metric;
import static io.fateflow.worker.component.evaluation.PredictionFixture.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EvaluationTest {

    /** Four of each class, a tie among them; the numbers below were computed by hand. */
    private static final String[] EIGHT = {
        "0 0 0.1 _ train", "1 0 0.3 _ train", "0 0 0.4 _ train", "0 1 0.6 _ train",
        "1 1 0.6 _ train", "0 1 0.7 _ train", "1 1 0.8 _ train", "1 1 0.9 _ train"
    };

    @TempDir
    Path directory;

    private PredictionFixture predictions;

    @BeforeEach
    void open() {
        predictions = new PredictionFixture(directory);
    }

    @Test
    void namesMetricsAsFateDoesAndInItsOrder() throws IOException {
        JsonNode result = predictions.of("lr_0", EIGHT).evaluate("{}");

        assertThat(names(result))
                .containsExactly(
                        "lr_0",
                        "lr_0_ks_fpr",
                        "lr_0_ks_tpr",
                        "lr_0_lift",
                        "lr_0_gain",
                        "lr_0_accuracy",
                        "lr_0_precision",
                        "lr_0_recall",
                        "lr_0_roc",
                        "lr_0_confusion_mat",
                        "lr_0_f1_score",
                        "lr_0_quantile_pr");
        assertThat(result.path("metrics").findValuesAsText("metric_type"))
                .containsExactly(
                        "EVALUATION_SUMMARY",
                        "KS_EVALUATION",
                        "KS_EVALUATION",
                        "LIFT_EVALUATION",
                        "GAIN_EVALUATION",
                        "ACCURACY_EVALUATION",
                        "PRECISION_BINARY_EVALUATION",
                        "RECALL_BINARY_EVALUATION",
                        "ROC_EVALUATION",
                        "CONFUSION_MAT",
                        "F1_SCORE",
                        "QUANTILE_PR");
        assertThat(result.path("outputs")).isEmpty();
    }

    @Test
    void countsATieHalfInTheAuc() throws IOException {
        JsonNode result = predictions.of("lr_0", EIGHT).evaluate("{}");

        assertThat(metric(result, "train", "lr_0").path("data")).isEqualTo(json("[[\"auc\",0.71875],[\"ks\",0.5]]"));
        assertThat(result.path("summary")).isEqualTo(json("{\"lr_0\":{\"train\":{\"auc\":0.71875,\"ks\":0.5}}}"));
    }

    @Test
    void aModelOfWhichThereAreCurvesAloneIsNotInTheSummary() throws IOException {
        JsonNode result =
                predictions.of("lr_0", EIGHT).evaluate("{\"metrics\":[\"accuracy\",\"precision\",\"recall\"]}");

        assertThat(names(result)).containsExactly("lr_0_accuracy", "lr_0_precision", "lr_0_recall");
        assertThat(result.path("summary")).isEmpty();
    }

    @Test
    void theRocCurveHasARepeatedXAndItsThresholds() throws IOException {
        JsonNode roc = metric(predictions.of("lr_0", EIGHT).evaluate("{}"), "train", "lr_0_roc");

        assertThat(roc.path("data"))
                .isEqualTo(json("[[0.0,0.0],[0.0,0.25],[0.0,0.5],[0.25,0.5],[0.5,0.75],[0.75,0.75],[0.75,1.0],"
                        + "[1.0,1.0],[1.0,1.0]]"));
        assertThat(roc.path("metas"))
                .isEqualTo(json("{\"unit_name\":\"fpr\",\"ordinate_name\":\"tpr\",\"curve_name\":\"lr_0\","
                        + "\"thresholds\":[1.9,0.9,0.8,0.7,0.6,0.4,0.3,0.1,1.0]}"));
    }

    @Test
    void theRocCurveLeavesOutTheMiddleOfAStraightLine() throws IOException {
        JsonNode roc = metric(
                predictions
                        .of("lr_0", "1 1 0.9 _ train", "1 1 0.8 _ train", "1 1 0.7 _ train", "0 0 0.6 _ train")
                        .evaluate("{\"metrics\":[\"roc\"]}"),
                "train",
                "lr_0_roc");

        assertThat(roc.at("/metas/thresholds")).isEqualTo(json("[1.9,0.9,0.7,0.6,1.0]"));
    }

    @Test
    void aConfusionMatrixCallsPositiveWhatIsAboveEachHundredth() throws IOException {
        JsonNode result = predictions.of("lr_0", EIGHT).evaluate("{}");
        JsonNode matrix = metric(result, "train", "lr_0_confusion_mat").path("metas");

        assertThat(matrix.path("thresholds")).hasSize(100);
        assertThat(matrix.at("/thresholds/60").asDouble()).isEqualTo(0.6);
        assertThat(List.of(
                        matrix.at("/tp/50").asInt(),
                        matrix.at("/fp/50").asInt(),
                        matrix.at("/fn/50").asInt(),
                        matrix.at("/tn/50").asInt()))
                .containsExactly(3, 2, 1, 2);
        assertThat(metric(result, "train", "lr_0_f1_score")
                        .at("/metas/f1_scores/50")
                        .asDouble())
                .as("precision 3/5, recall 3/4")
                .isEqualTo(0.666667);
    }

    @Test
    void liftAndGainAreOverTheShareOfRowsCalledPositive() throws IOException {
        JsonNode result = predictions.of("lr_0", EIGHT).evaluate("{}");

        assertThat(metric(result, "train", "lr_0_lift").path("data"))
                .isEqualTo(json("[[0.0,2.0],[0.125,2.0],[0.25,2.0],[0.375,1.333333],[0.625,1.2],[0.75,1.0],"
                        + "[0.875,1.142857],[1.0,1.0]]"));
        assertThat(metric(result, "train", "lr_0_gain").path("data"))
                .isEqualTo(json("[[0.0,0.0],[0.125,0.25],[0.25,0.5],[0.375,0.5],[0.625,0.75],[0.75,0.75],"
                        + "[0.875,1.0],[1.0,1.0]]"));
    }

    @Test
    void precisionKeepsTheBestOfEachRecall() throws IOException {
        JsonNode result = predictions.of("lr_0", EIGHT).evaluate("{}");

        assertThat(values(metric(result, "train", "lr_0_recall"))).containsExactly(0.0, 0.25, 0.5, 0.75, 1.0);
        assertThat(values(metric(result, "train", "lr_0_precision"))).containsExactly(1.0, 1.0, 1.0, 0.6, 0.571429);
    }

    @Test
    void aCutIsRoundedAsFateRoundsIt() {
        double[] scores = new double[100];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = i;
        }

        double[] thresholds = Thresholds.byRow(new SortedDoubles(scores));

        // 100 times 0.29 is a little less than 29
        assertThat(thresholds[28]).isEqualTo(71);
        assertThat(thresholds[29]).isEqualTo(71);
        assertThat(thresholds[30]).isEqualTo(69);
    }

    @Test
    void eachTypeOfDataIsMeasuredByItself() throws IOException {
        List<String> rows = new ArrayList<>(List.of(EIGHT));
        rows.addAll(List.of("1 1 0.9 _ validate", "0 0 0.2 _ validate"));

        JsonNode result = predictions.of("lr_0", rows).evaluate("{\"metrics\":[\"AUC\"]}");

        assertThat(metric(result, "train", "lr_0").at("/data/0/1").asDouble()).isEqualTo(0.71875);
        assertThat(metric(result, "validate", "lr_0").at("/data/0/1").asDouble())
                .isEqualTo(1.0);
    }

    @Test
    void trainingAndValidationScoresAreCompared() throws IOException {
        JsonNode psi = metric(
                predictions
                        .of(
                                "lr_0",
                                "0 0 0.1 _ validate",
                                "1 0 0.1 _ validate",
                                "1 0 0.35 _ validate",
                                "0 0 0.9 _ validate",
                                "1 0 0.1 _ train",
                                "0 0 0.2 _ train",
                                "1 0 0.3 _ train",
                                "0 0 0.4 _ train")
                        .evaluate("{\"metrics\":[\"psi\"]}"),
                "validate",
                "lr_0_psi");

        assertThat(psi.path("metric_type").asText()).isEqualTo("PSI");
        assertThat(psi.path("metas"))
                .isEqualTo(json("{\"psi_scores\":[0.173287,3.453874,0.173287],\"expected_interval\":[1,1,2],"
                        + "\"expected_percentage\":[0.25,0.25,0.5],\"actual_interval\":[2,0,1],"
                        + "\"actual_percentage\":[0.5,2.5E-7,0.25],"
                        + "\"intervals\":[\"[0.1, 0.2)\",\"[0.2, 0.3)\",\"[0.3, 0.4]\"],"
                        + "\"train_pos_perc\":[1.0,0.0,0.5],\"validate_pos_perc\":[0.5,0.0,1.0],"
                        + "\"total_psi\":3.800448}"));
    }

    @Test
    void anyLabelCanBeThePositiveOne() throws IOException {
        JsonNode numbers = predictions
                .of("lr_0", "2.0 1 0.9 _ train", "1 0 0.2 _ train")
                .evaluate("{\"metrics\":[\"auc\"],\"pos_label\":2}");
        JsonNode texts = new PredictionFixture(directory.resolve("texts"))
                .of("lr_0", "bad 1 0.9 _ train", "good 0 0.2 _ train")
                .evaluate("{\"metrics\":[\"auc\"],\"pos_label\":\"bad\"}");

        assertThat(numbers.at("/summary/lr_0/train/auc").asDouble()).isEqualTo(1.0);
        assertThat(texts.at("/summary/lr_0/train/auc").asDouble()).isEqualTo(1.0);
    }

    @Test
    void severalModelsAreMeasuredSideBySide() throws IOException {
        JsonNode result = predictions
                .of("lr_0", EIGHT)
                .of("boost_0", "1 1 0.9 _ train", "0 0 0.2 _ train")
                .evaluate("{\"metrics\":[\"auc\",\"ks\"]}");

        assertThat(names(result)).contains("lr_0", "boost_0");
        assertThat(result.at("/summary/boost_0/train/auc").asDouble()).isEqualTo(1.0);
    }

    @Test
    void classesAreCountedByThemselves() throws IOException {
        JsonNode result = predictions
                .of(
                        "lr_0",
                        "0 0 _ _ train",
                        "0 1 _ _ train",
                        "1 1.0 _ _ train",
                        "4 4 _ _ train",
                        "4 4 _ _ train",
                        "4 0 _ _ train")
                .evaluate("{\"eval_type\":\"multi\"}");

        assertThat(metric(result, "train", "lr_0").path("data"))
                .isEqualTo(json("[[\"accuracy\",0.666667],[\"precision\",0.666667],[\"recall\",0.722222]]"));
        assertThat(metric(result, "train", "lr_0_precision").path("data"))
                .isEqualTo(json("[[0,0.5],[1,0.5],[2,0.0],[3,0.0],[4,1.0]]"));
        assertThat(metric(result, "train", "lr_0_recall").path("data"))
                .isEqualTo(json("[[0,0.5],[1,1.0],[2,0.0],[3,0.0],[4,0.666667]]"));
        assertThat(metric(result, "train", "lr_0_recall").path("metric_type").asText())
                .isEqualTo("RECALL_MULTI_EVALUATION");
    }

    @Test
    void predictedNumbersAreMeasuredByTheirErrors() throws IOException {
        JsonNode result = predictions
                .of("linr_0", "3 _ 2.5 _ train", "-0.5 _ 0 _ train", "2 _ 2 _ train", "7 _ 8 _ train")
                .evaluate("{\"eval_type\":\"regression\"}");

        assertThat(metric(result, "train", "linr_0").path("data"))
                .isEqualTo(json("[[\"explained_variance\",0.957173],[\"mean_absolute_error\",0.5],"
                        + "[\"mean_squared_error\",0.375],[\"median_absolute_error\",0.5],[\"r2_score\",0.948608],"
                        + "[\"root_mean_squared_error\",0.612372]]"));
    }

    @Test
    void aPartyWithoutPredictionsHasNothingToMeasure() throws IOException {
        assertThat(predictions.evaluate("{}").path("metrics")).isEmpty();
        assertThat(predictions.of("lr_0").evaluate("{}").path("metrics")).isEmpty();
    }

    @Test
    void whatIsNoPredictionIsRefused() {
        assertThatThrownBy(() -> predictions
                        .withColumns("x0", "x1")
                        .of("reader_0", "1 2")
                        .evaluate("{}"))
                .hasMessageContaining("length of table header mismatch, expected length is 5, got 2")
                .hasMessageContaining("\"data\" of reader_0");
    }

    @Test
    void badDataIsNamedByRowAndColumn() {
        assertThatThrownBy(() -> predictions.of("a_0", "1 1 x _ train").evaluate("{}"))
                .hasMessageContaining("row 1 of the output \"data\" of a_0 has something else in column 3");
        assertThatThrownBy(() -> new PredictionFixture(directory.resolve("b"))
                        .of("b_0", "_ 1 0.5 _ train")
                        .evaluate("{}"))
                .hasMessageContaining("needs labels, but row 1 of");
    }

    @Test
    void oneClassAloneIsRefused() {
        assertThatThrownBy(() -> predictions
                        .of("lr_0", "2 1 0.9 _ train", "1 0 0.2 _ train")
                        .evaluate("{\"pos_label\":3}"))
                .hasMessageContaining("of the 2 train rows of lr_0 0 have the positive label 3")
                .hasMessageContaining("pos_label");
    }

    @Test
    void parametersAreCheckedBeforeAnythingIsRead() {
        assertThatThrownBy(() -> predictions.evaluate("{\"eval_type\":\"ranking\"}"))
                .hasMessageContaining(
                        "eval_type must be one of binary, multi, regression, clustering, not \"ranking\"");
        assertThatThrownBy(() -> predictions.evaluate("{\"metrics\":[\"rmse\"]}"))
                .hasMessageContaining("metrics has \"rmse\", which is none of eval_type binary");
        assertThatThrownBy(() -> predictions.evaluate("{\"unfold_multi_result\":true}"))
                .hasMessageContaining("unfold_multi_result must be false");
        assertThatThrownBy(() -> predictions.evaluate("{\"metrics\":[1]}")).hasMessageContaining("a list of texts");
    }

    private static List<Double> values(JsonNode metric) {
        List<Double> values = new ArrayList<>();
        metric.path("data").forEach(point -> values.add(point.path(1).asDouble()));
        return values;
    }
}
