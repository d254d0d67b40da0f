package io.fateflow.worker.component.evaluation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.fateflow.worker.component.evaluation.PredictionFixture.metric;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Compares with a recording of the original, which is not part of this repository. The recording has no predictions, but
 * its curves say how many rows of each class lie between any two thresholds; rows made to that measure must give the
 * same curves again.
 */
class CapturedEvaluationTest {

    private static final Path CAPTURE = Path.of(
            System.getProperty("fate.captures", "../../../shared/reference/captures"), "component_metric_all.json");
    private static final String MODEL = "hetero_lr_0";

    @TempDir
    Path directory;

    /** How many rows lie above a threshold, or at it; {@code isScore}: one row has just this score. */
    private record Level(double threshold, boolean included, boolean isScore, int tp, int fp) {}

    @Test
    void givesTheCurvesThatTheOriginalGives() throws IOException {
        assumeThat(CAPTURE).exists();
        JsonNode original = new ObjectMapper().readTree(CAPTURE.toFile()).at("/response/body/data/train");

        JsonNode result = new PredictionFixture(directory)
                .of(MODEL, predictions(original))
                .evaluate("{}");

        assertThat(result.path("metrics")).hasSameSizeAs(original);
        original.properties().forEach(expected -> {
            JsonNode metric = metric(result, "train", expected.getKey());
            ObjectNode meta = ((ObjectNode) metric.path("metas").deepCopy())
                    .put("name", expected.getKey())
                    .put("metric_type", metric.path("metric_type").asText());
            if (expected.getKey().equals(MODEL)) {
                assertThat(metric.at("/data/0/1").asDouble())
                        .isCloseTo(expected.getValue().at("/data/0/1").asDouble(), within(0.002));
                assertThat(metric.at("/data/1")).isEqualTo(expected.getValue().at("/data/1"));
            } else if (expected.getKey().endsWith("_roc")) {
                // which of the corners are shown depends on the order between them, which nobody knows
                assertThat(metric.path("data"))
                        .hasSameSizeAs(expected.getValue().path("data"));
                assertThat(meta.path("thresholds"))
                        .hasSameSizeAs(expected.getValue().at("/meta/thresholds"));
                assertThat(withoutThresholds(meta))
                        .isEqualTo(withoutThresholds(expected.getValue().path("meta")));
            } else {
                assertThat(metric.path("data")).isEqualTo(expected.getValue().path("data"));
                assertThat((JsonNode) meta).isEqualTo(expected.getValue().path("meta"));
            }
        });
    }

    private static JsonNode withoutThresholds(JsonNode meta) {
        return ((ObjectNode) meta.deepCopy()).without("thresholds");
    }

    private static List<String> predictions(JsonNode original) {
        JsonNode matrix = original.path(MODEL + "_confusion_mat").path("meta");
        int positives = matrix.at("/tp/0").asInt() + matrix.at("/fn/0").asInt();
        int negatives = matrix.at("/fp/0").asInt() + matrix.at("/tn/0").asInt();
        List<Level> levels = levels(original, matrix, positives, negatives);
        levels.add(new Level(-0.01, false, false, positives, negatives));
        levels.sort(Comparator.comparingDouble((Level level) -> -level.threshold())
                .thenComparing(Level::included)
                .thenComparing(level -> !level.isScore()));
        List<String> rows = new ArrayList<>();
        Level upper = new Level(1, false, false, 0, 0);
        for (Level lower : levels) {
            addBetween(upper, lower, rows);
            boolean same = lower.threshold() == upper.threshold() && lower.included() == upper.included();
            upper = same ? upper : lower;
        }
        assertThat(rows).hasSize(positives + negatives);
        return rows;
    }

    private static List<Level> levels(JsonNode original, JsonNode matrix, int positives, int negatives) {
        List<Level> levels = new ArrayList<>();
        JsonNode ks = original.path(MODEL + "_ks_fpr");
        for (int i = 0; i < ks.at("/meta/thresholds").size(); i++) {
            double tpr =
                    original.path(MODEL + "_ks_tpr").at("/data/" + i + "/1").asDouble();
            double fpr = ks.at("/data/" + i + "/1").asDouble();
            double threshold = ks.at("/meta/thresholds/" + i).asDouble();
            levels.add(new Level(threshold, false, true, times(tpr, positives), times(fpr, negatives)));
        }
        for (int i = 0; i < matrix.path("thresholds").size(); i++) {
            double threshold = matrix.at("/thresholds/" + i).asDouble();
            int tp = matrix.at("/tp/" + i).asInt();
            levels.add(
                    new Level(threshold, false, false, tp, matrix.at("/fp/" + i).asInt()));
        }
        JsonNode quantiles = original.path(MODEL + "_quantile_pr").path("meta");
        for (int i = 0; i < quantiles.path("thresholds").size(); i++) {
            double threshold = quantiles.at("/thresholds/" + i).asDouble();
            int tp = times(quantiles.at("/r_scores/" + i + "/1").asDouble(), positives);
            double precision = quantiles.at("/p_scores/" + i + "/1").asDouble();
            levels.add(new Level(threshold, false, true, tp, (int) Math.round(tp / precision) - tp));
        }
        // precision and recall have one more threshold, 0.001 below the others
        int end = original.path(MODEL + "_recall").path("data").size() - 1;
        int recalled =
                times(original.path(MODEL + "_recall").at("/data/" + end + "/1").asDouble(), positives);
        double precise =
                original.path(MODEL + "_precision").at("/data/" + end + "/1").asDouble();
        double lowest = ks.at("/meta/thresholds/99").asDouble() - 0.001;
        levels.add(new Level(lowest, false, false, recalled, (int) Math.round(recalled / precise) - recalled));
        JsonNode roc = original.path(MODEL + "_roc");
        // the first and the last threshold are no scores
        for (int i = 1; i + 1 < roc.at("/meta/thresholds").size(); i++) {
            int fp = times(roc.at("/data/" + i + "/0").asDouble(), negatives);
            int tp = times(roc.at("/data/" + i + "/1").asDouble(), positives);
            levels.add(new Level(roc.at("/meta/thresholds/" + i).asDouble(), true, true, tp, fp));
        }
        return levels;
    }

    /** Rows below one level down to the next: the ends where rows must be, the others evenly in between. */
    private static void addBetween(Level upper, Level lower, List<String> rows) {
        int count = lower.tp() - upper.tp() + lower.fp() - upper.fp();
        boolean first = upper.isScore() && !upper.included();
        boolean last = lower.isScore() && lower.included();
        double step = (upper.threshold() - lower.threshold()) / (count + 1);
        for (int i = 0; i < count; i++) {
            double score = upper.threshold() - step * (i + (first ? 0 : 1));
            score = last && i == count - 1 ? lower.threshold() : score;
            int label = i < lower.tp() - upper.tp() ? 1 : 0;
            rows.add(label + " 0 " + score + " _ train");
        }
    }

    private static int times(double rate, int all) {
        return (int) Math.round(rate * all);
    }
}
