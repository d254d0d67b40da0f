package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;

import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.model.ModelJson;
import io.fateflow.worker.component.boosting.predict.TreeRows;
import io.fateflow.worker.component.boosting.validate.FoldTable;
import io.fateflow.worker.component.boosting.validate.Labels;
import io.fateflow.worker.component.boosting.validate.PredictionTable;
import io.fateflow.worker.component.boosting.validate.Report;
import io.fateflow.worker.component.boosting.validate.ScoreMetrics;
import io.fateflow.worker.component.boosting.validate.Scores;
import io.fateflow.worker.component.linear.data.Folds;
import io.fateflow.worker.component.linear.wire.LinearVariables;

/** What the guest's component does, with what it was given. */
record GuestJob(Setup setup, Inputs inputs) implements BoostingJob {

    @Override
    public void train(JsonNode plan) throws IOException, InterruptedException {
        ColumnTable train = inputs.train().orElseThrow();
        LinearVariables transfer = setup.boosting("fit");
        SharedRows.tell(setup, transfer, Variables.SAMPLE_IDS, train, "train");
        Optional<ColumnTable> validate = inputs.validate().map(given -> given.withColumns(train.header()));
        if (validate.isPresent()) {
            SharedRows.tell(setup, transfer, Variables.SAMPLE_IDS, validate.get(), "validate");
        }
        Optional<BoostingModel> start =
                inputs.model().filter(model -> plan.path("goes_on").asBoolean());
        GuestTraining.Trained trained =
                new GuestTraining(setup, new TrainingInput("fit", train, validate, start, OptionalInt.empty())).run();
        trained.summary()
                .properties()
                .forEach(each -> setup.context().results().summary(each.getKey(), each.getValue()));
        setup.context()
                .output(ModelJson.GUEST.write(setup.context().task().module(), setup.parameters(), trained.model()));
        if (!inputs.stage().hasOutput()) {
            return;
        }
        try (PredictionTable table = predictions(train, trained.model())) {
            table.add(train, trained.train().predictions(trained.objective()), "train", id -> id);
            if (trained.validate().isPresent()) {
                double[][] scores = trained.validate().get().predictions(trained.objective());
                table.add(validate.orElseThrow(), scores, "validate", id -> id);
            }
            table.commit();
        }
    }

    @Override
    public void predict() throws IOException, InterruptedException {
        ColumnTable test = inputs.test().orElseThrow();
        BoostingModel model = inputs.model().orElseThrow();
        SharedRows.tell(setup, setup.boosting("predict"), Variables.SAMPLE_IDS, test);
        Scores scores =
                scores(model, test, "predict", setup.parameters().inference().encrypted());
        try (PredictionTable table = predictions(test, model)) {
            double[][] predicted = scores.predictions(
                    GuestTraining.objective(model.learned(), model.classes().size()));
            table.add(test, predicted, "predict", id -> id);
            table.commit();
        }
    }

    private Scores scores(BoostingModel model, ColumnTable data, String namespace, boolean encrypted)
            throws IOException, InterruptedException {
        BoostingModel.Learned learned = model.learned();
        TreeRows rows = new TreeRows(model.trees(), data, learned.useMissing(), learned.zeroAsMissing());
        Scores scores = Scores.start(model.start(), data.size());
        if (encrypted) {
            return new EncryptedGuestPrediction(setup, setup.predict(namespace), rows, model).scores();
        }
        new GuestPrediction(setup, setup.predict(namespace), rows, learned)
                .addTo(scores, model.dimension(), learned.learningRate());
        return scores;
    }

    private PredictionTable predictions(ColumnTable data, BoostingModel model) throws IOException {
        return new PredictionTable(
                setup.context(),
                data.table(),
                model.classes(),
                setup.parameters().threshold());
    }

    @Override
    public void crossValidate() throws IOException, InterruptedException {
        ColumnTable all = inputs.train().orElseThrow();
        Folds folds = Folds.of(all.size(), setup.parameters().crossValidation());
        boolean classes = setup.parameters().classification();
        Labels labels =
                classes ? Labels.of(Labels.classesOf(all.labels()), all.labels()) : Labels.numbers(all.labels());
        try (PredictionTable table = new PredictionTable(
                setup.context(), all.table(), labels.names(), setup.parameters().threshold())) {
            for (int fold = 0; fold < folds.count(); fold++) {
                fold(fold, all.rows(folds.train(fold)), all.rows(folds.test(fold)), table);
            }
            if (setup.parameters().crossValidation().keepsHistory()) {
                table.commit();
            }
        }
        setup.context().results().summary("fold_num", IntNode.valueOf(folds.count()));
    }

    private void fold(int fold, ColumnTable train, ColumnTable test, PredictionTable table)
            throws IOException, InterruptedException {
        LinearVariables transfer = setup.of(Variables.FOLDS, Integer.toString(fold));
        SharedRows.tell(setup, transfer, "train_sid", train, fold);
        SharedRows.tell(setup, transfer, "test_sid", test, fold);
        GuestTraining.Trained trained = new GuestTraining(
                        setup,
                        new TrainingInput(
                                "train." + fold, train, Optional.of(test), Optional.empty(), OptionalInt.of(fold)))
                .run();
        setup.context().results().summary("fold_" + fold, trained.summary());
        Report report = new Report(setup.context().results(), OptionalInt.of(fold));
        add(report, fold, "train", train, trained.train(), trained, table);
        add(report, fold, "validate", test, trained.validate().orElseThrow(), trained, table);
    }

    private void add(
            Report report,
            int fold,
            String type,
            ColumnTable data,
            Scores scores,
            GuestTraining.Trained trained,
            PredictionTable table)
            throws IOException {
        double[][] predicted = scores.predictions(trained.objective());
        Labels labels = trained.model().classes().isEmpty()
                ? Labels.numbers(data.labels())
                : Labels.of(
                        trained.model().classes().stream().map(Long::valueOf).toList(), data.labels());
        report.fold(
                type,
                ScoreMetrics.of(
                        labels, predicted, setup.parameters().callbacks().metrics()));
        table.add(data, predicted, type, id -> FoldTable.id(id, fold, type));
    }
}
