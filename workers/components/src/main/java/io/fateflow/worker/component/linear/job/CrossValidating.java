package io.fateflow.worker.component.linear.job;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Stage;
import io.fateflow.worker.component.linear.data.Folds;
import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.data.Predictions;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.component.linear.validate.Metrics;

/** FATE's cross validation: trains with all folds but one and evaluates with that one, in turn. No model is left. */
record CrossValidating(
        ComponentContext context,
        LinearParameters parameters,
        Training training,
        Prediction prediction,
        Agreement agreement,
        LearningParty side) {

    private static final Logger log = LoggerFactory.getLogger(CrossValidating.class);
    private static final Plan PLAN = new Plan(Stage.TRAIN, true, List.of());

    void run(Optional<LinearData> data) throws IOException, InterruptedException {
        int count = parameters.crossValidation().splits();
        if (data.isEmpty()) {
            for (int fold = 0; fold < count; fold++) {
                train(fold, Optional.empty(), Optional.empty());
            }
        } else {
            runFolds(data.get(), Folds.of(data.get().size(), parameters.crossValidation()));
        }
        context.results().summary("fold_num", IntNode.valueOf(count));
    }

    private void runFolds(LinearData all, Folds folds) throws IOException, InterruptedException {
        try (FoldHistory history = new FoldHistory(context, parameters.crossValidation(), side, all)) {
            for (int fold = 0; fold < folds.count(); fold++) {
                LinearData train = agreement.fold(fold, "train_sid", all, folds.train(fold));
                LinearData test = agreement.fold(fold, "test_sid", all, folds.test(fold));
                log.info("fold {}: train with {} rows, test with {}", fold, train.size(), test.size());
                Trained trained = train(fold, Optional.of(train), Optional.of(test));
                history.add(fold, "train", train, predict(trained, train, fold, "train"));
                history.add(fold, "validate", test, predict(trained, test, fold, "validate"));
            }
            history.commit();
        }
    }

    private Trained train(int fold, Optional<LinearData> train, Optional<LinearData> test)
            throws IOException, InterruptedException {
        Trained trained = training.train("train." + fold, train, test, PLAN, Optional.empty(), Place.fold(fold));
        context.results().summary("fold_" + fold, trained.summary());
        return trained;
    }

    private Optional<Predictions> predict(Trained trained, LinearData data, int fold, String type)
            throws IOException, InterruptedException {
        Optional<Predictions> predictions =
                prediction.of(trained.model(), Optional.of(data), "predict_" + type + "." + fold);
        if (predictions.isPresent()) {
            report(predictions.get(), trained.model().oneVsRest(), data, fold, type);
        }
        return predictions;
    }

    private void report(Predictions predictions, boolean oneVsRest, LinearData data, int fold, String type) {
        Map<String, Double> values = oneVsRest
                ? Metrics.ofClasses(data, predictions.results())
                : Metrics.of(
                                parameters.flavour().isClassifier(),
                                parameters.callbacks().metrics())
                        .of(data, predictions.scores());
        log.info("fold {}: {} {}", fold, type, values);
        Map<String, JsonNode> points = new LinkedHashMap<>();
        values.forEach((metric, value) -> points.put(metric, DoubleNode.valueOf(value)));
        String name = type + "_fold_" + fold;
        context.results()
                .metric(new Metric(
                        type,
                        name,
                        "EVALUATION_SUMMARY",
                        JsonNodeFactory.instance.objectNode().put("name", name),
                        points));
    }
}
