package io.fateflow.worker.component.boosting.homo;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Stage;
import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.boosting.data.TableCheck;
import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.model.ModelJson;
import io.fateflow.worker.component.boosting.objective.Objective;
import io.fateflow.worker.component.boosting.parameter.BoostingParameters;
import io.fateflow.worker.component.boosting.parameter.ObjectiveParameters;
import io.fateflow.worker.component.boosting.validate.FoldTable;
import io.fateflow.worker.component.boosting.validate.PredictionTable;
import io.fateflow.worker.component.boosting.validate.Report;
import io.fateflow.worker.component.boosting.validate.ScoreMetrics;
import io.fateflow.worker.component.boosting.validate.Scores;
import io.fateflow.worker.component.linear.data.Folds;
import io.fateflow.worker.component.linear.job.LearningParty;
import io.fateflow.worker.table.TableName;

/** Runs FATE's homo boosted trees in a party's role: trains, tries out, or predicts, as the guest's inputs want. */
public final class HomoBoosting {

    private final HomoSetup setup;

    private HomoBoosting(HomoSetup setup) {
        this.setup = setup;
    }

    /** Runs the component. */
    public static void run(ComponentContext context) throws Exception {
        BoostingParameters parameters = BoostingParameters.read(context.parameters(), true);
        LearningParty side = new LearningParty(context.task().self(), context.parties(), true);
        if (side.hosts().isEmpty()) {
            throw new IllegalArgumentException(
                    "HomoSecureBoost needs a host: alone, the guest's histograms could not be masked");
        }
        new HomoBoosting(new HomoSetup(context, parameters, side)).run();
    }

    private void run() throws IOException, InterruptedException {
        ObjectNode tells = Stage.of(setup.context())
                .tell(JsonNodeFactory.instance.objectNode())
                .put("rounds", model().map(BoostingModel::rounds).orElse(0));
        JsonNode plan = setup.agree("default", HomoSetup.PLAN, tells);
        Stage stage = Stage.toldBy(plan);
        if (stage == Stage.PASS) {
            return;
        }
        if (stage.learns() && setup.parameters().crossValidation().wanted()) {
            stage.requireTrainData(setup.side().self(), "need_cv");
        }
        if (setup.side().isArbiter()) {
            serve(stage.learns(), plan.path("rounds").asInt());
        } else if (!stage.learns()) {
            predict();
        } else if (setup.parameters().crossValidation().wanted()) {
            crossValidate();
        } else {
            requireSameRounds(plan.path("rounds").asInt());
            train(stage);
        }
    }

    private Optional<BoostingModel> model() {
        return setup.side().isArbiter()
                ? Optional.empty()
                : setup.context().model().map(ModelJson.HOMO::read);
    }

    private void requireSameRounds(int rounds) {
        int own = model().map(BoostingModel::rounds).orElse(0);
        if (own != rounds) {
            throw new IllegalArgumentException(setup.side().self() + ": the model to go on with has " + own
                    + " rounds here, and " + rounds + " at the guest: give all parties the same model");
        }
    }

    private void serve(boolean trains, int firstRound) throws IOException, InterruptedException {
        HomoArbiter arbiter = new HomoArbiter(setup);
        if (!trains) {
            return;
        }
        if (!setup.parameters().crossValidation().wanted()) {
            summarize(arbiter.serve("fit", OptionalInt.empty(), firstRound));
            return;
        }
        int folds = setup.parameters().crossValidation().splits();
        for (int fold = 0; fold < folds; fold++) {
            setup.context().results().summary("fold_" + fold, arbiter.serve("train." + fold, OptionalInt.of(fold), 0));
        }
        setup.context().results().summary("fold_num", IntNode.valueOf(folds));
    }

    private void train(Stage stage) throws IOException, InterruptedException {
        Optional<BoostingModel> earlier = model();
        ColumnTable all = data(stage.trainingKey(), true).orElseThrow();
        ColumnTable train =
                earlier.map(model -> all.withColumns(model.header())).orElse(all);
        Optional<ColumnTable> validate = data("validate_data", true).map(table -> table.withColumns(train.header()));
        HomoClient client = new HomoClient(setup, "fit", train, validate, OptionalInt.empty());
        if (earlier.isPresent()) {
            client.goOnWith(earlier.get());
        }
        HomoClient.Trained trained = client.run();
        summarize(trained.summary());
        setup.context()
                .output(ModelJson.HOMO.write(setup.context().task().module(), setup.parameters(), trained.model()));
        if (!stage.hasOutput()) {
            return;
        }
        try (PredictionTable table = predictions(train, trained.model().classes())) {
            table.add(train, trained.train().predictions(trained.objective()), "train", id -> id);
            if (validate.isPresent()) {
                Scores scores = new PredictedScores(trained.model(), validate.get()).scores();
                table.add(validate.get(), scores.predictions(trained.objective()), "validate", id -> id);
            }
            table.commit();
        }
    }

    private void predict() throws IOException {
        BoostingModel model = model().orElseThrow(
                        () -> new IllegalArgumentException(setup.side().self() + " has no model to predict with"));
        ColumnTable test = data("test_data", false).orElseThrow().withColumns(model.header());
        Objective objective = model.learned().classification()
                ? Objective.ofClasses(model.classes().size())
                : Objective.ofNumbers(new ObjectiveParameters(
                        model.learned().objective(), model.learned().objectiveValues()));
        try (PredictionTable table = predictions(test, model.classes())) {
            table.add(test, new PredictedScores(model, test).scores().predictions(objective), "predict", id -> id);
            table.commit();
        }
    }

    private void crossValidate() throws IOException, InterruptedException {
        ColumnTable all = data("train_data", true).orElseThrow();
        Folds folds = Folds.of(all.size(), setup.parameters().crossValidation());
        PredictionTable table = null;
        try {
            for (int fold = 0; fold < folds.count(); fold++) {
                ColumnTable train = all.rows(folds.train(fold));
                ColumnTable test = all.rows(folds.test(fold));
                HomoClient client =
                        new HomoClient(setup, "train." + fold, train, Optional.of(test), OptionalInt.of(fold));
                HomoClient.Trained trained = client.run();
                setup.context().results().summary("fold_" + fold, trained.summary());
                table = table == null ? predictions(all, trained.model().classes()) : table;
                add(client, trained, train, trained.train(), fold, "train", table);
                add(
                        client,
                        trained,
                        test,
                        new PredictedScores(trained.model(), test).scores(),
                        fold,
                        "validate",
                        table);
            }
            if (table != null && setup.parameters().crossValidation().keepsHistory()) {
                table.commit();
            }
        } finally {
            if (table != null) {
                table.close();
            }
        }
        setup.context().results().summary("fold_num", IntNode.valueOf(folds.count()));
    }

    private void add(
            HomoClient client,
            HomoClient.Trained trained,
            ColumnTable data,
            Scores scores,
            int fold,
            String type,
            PredictionTable table)
            throws IOException {
        double[][] predicted = scores.predictions(trained.objective());
        new Report(setup.context().results(), OptionalInt.of(fold))
                .fold(
                        type,
                        ScoreMetrics.of(
                                client.labels(data),
                                predicted,
                                setup.parameters().callbacks().metrics()));
        table.add(data, predicted, type, id -> FoldTable.id(id, fold, type));
    }

    private void summarize(ObjectNode summary) {
        summary.properties().forEach(each -> setup.context().results().summary(each.getKey(), each.getValue()));
    }

    private PredictionTable predictions(ColumnTable data, List<String> classes) throws IOException {
        return new PredictionTable(
                setup.context(), data.table(), classes, setup.parameters().threshold());
    }

    private Optional<ColumnTable> data(String key, boolean labelled) throws IOException {
        List<TableName> tables = setup.context().inputs(key);
        if (tables.isEmpty() && !key.equals("validate_data")) {
            throw new IllegalArgumentException(setup.side().self() + " has no " + key);
        }
        if (tables.isEmpty()) {
            return Optional.empty();
        }
        ColumnTable data = ColumnTable.load(setup.context().tables(), tables.get(0));
        TableCheck check = new TableCheck(setup.side().self(), key);
        check.features(data, setup.parameters().useMissing());
        if (labelled) {
            check.labels(data, setup.parameters().classification());
        }
        return Optional.of(data);
    }
}
