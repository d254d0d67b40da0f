package io.fateflow.worker.component.boosting.homo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.boosting.data.BinSplits;
import io.fateflow.worker.component.boosting.data.BinnedTable;
import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.model.Importances;
import io.fateflow.worker.component.boosting.model.ModelJson;
import io.fateflow.worker.component.boosting.objective.Objective;
import io.fateflow.worker.component.boosting.parameter.BoostingParameters;
import io.fateflow.worker.component.boosting.parameter.Strategy;
import io.fateflow.worker.component.boosting.tree.Gradients;
import io.fateflow.worker.component.boosting.tree.Split;
import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.boosting.validate.Derivatives;
import io.fateflow.worker.component.boosting.validate.Labels;
import io.fateflow.worker.component.boosting.validate.Report;
import io.fateflow.worker.component.boosting.validate.ScoreMetrics;
import io.fateflow.worker.component.boosting.validate.Scores;
import io.fateflow.worker.component.homo.SummingClient;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Party;

/** One training at a party that has rows. */
final class HomoClient {

    private final HomoSetup setup;
    private final BoostingParameters parameters;
    private final String namespace;
    private final ColumnTable train;
    private final Optional<ColumnTable> validate;
    private final SummingClient sums;
    private final List<Long> classes;
    private final Labels labels;
    private final Objective objective;
    private final BinnedTable data;
    private final Report report;
    private final OptionalInt fold;
    private final Importances importances = new Importances();
    private final List<Tree> trees = new ArrayList<>();
    private Scores scores;
    private PredictedScores predicted;
    private Optional<PredictedScores> validated;
    private BoostingModel.Learned learned;
    private int firstRound;

    /** Agrees with all others on masks, classes and bins. */
    HomoClient(HomoSetup setup, String namespace, ColumnTable train, Optional<ColumnTable> validate, OptionalInt fold)
            throws IOException, InterruptedException {
        this.setup = setup;
        this.parameters = setup.parameters();
        this.namespace = namespace;
        this.train = train;
        this.validate = validate;
        Party arbiter = setup.side().arbiter();
        this.sums = SummingClient.begin(setup.blocks(namespace), arbiter, train.size(), train.header());
        this.classes = parameters.classification() ? agreeOnClasses() : List.of();
        this.labels = labels(train);
        this.objective = parameters.classification()
                ? Objective.ofClasses(classes.size())
                : Objective.ofNumbers(parameters.objective());
        QueriedPoints points = new QueriedPoints(
                sums,
                train,
                parameters.bins(),
                parameters.binningError(),
                setup.side().isGuest());
        BinSplits splits = new BinSplits(
                points.find(setup.binning(namespace), arbiter), parameters.useMissing(), parameters.zeroAsMissing());
        this.data = splits.train(train);
        this.fold = fold;
        this.report = new Report(setup.context().results(), fold);
        this.scores = start(train.size());
        this.learned = new BoostingModel.Learned(
                parameters.classification(),
                parameters.objective().name(),
                parameters.objective().values(),
                parameters.learningRate(),
                Strategy.Kind.STD,
                parameters.useMissing(),
                parameters.zeroAsMissing());
        this.predicted = new PredictedScores(model(), train);
        this.validated = validate.map(rows -> new PredictedScores(model(), rows));
        if (setup.side().isGuest()) {
            ArrayNode bins = JsonNodeFactory.instance.arrayNode();
            IntStream.range(0, splits.columns()).forEach(column -> bins.add(splits.points()[column].length));
            setup.boosting(namespace).sendJson(HomoSetup.BINS, arbiter, bins);
        }
    }

    /**
     * What came out of it.
     *
     * @param train what the model predicts of the rows that it has learned from
     */
    record Trained(BoostingModel model, Objective objective, Scores train, ObjectNode summary) {}

    /**
     * The trees to come correct those of a model, at its learning rate; before {@link #run}.
     *
     * @throws IllegalArgumentException if it was trained for something else
     */
    void goOnWith(BoostingModel model) {
        BoostingModel.Learned before = model.learned();
        if (model.dimension() != dimension()
                || !model.classes().equals(labels.names())
                || before.classification() != learned.classification()
                || !before.objective().equals(learned.objective())
                || before.useMissing() != learned.useMissing()
                || before.zeroAsMissing() != learned.zeroAsMissing()) {
            throw new IllegalArgumentException(setup.side().self()
                    + ": the model to go on with has another task, objective, classes, number of trees a round, or"
                    + " way with missing values than this training");
        }
        learned = before;
        firstRound = model.rounds();
        trees.addAll(model.trees());
        importances.addAll(model.importances());
        scores = new PredictedScores(model, train).scores();
        predicted = new PredictedScores(model, train);
        validated = validate.map(table -> new PredictedScores(model, table));
    }

    Trained run() throws IOException, InterruptedException {
        boolean goesOn = true;
        for (int round = firstRound; round < firstRound + parameters.rounds() && goesOn; round++) {
            grow(round);
            double weight = train.weighted() ? Arrays.stream(train.weights()).sum() : train.size();
            sums.add(scores.loss(objective, labels, train.weights()) * weight, weight);
            if (parameters.callbacks().evaluatesAfter(round)) {
                evaluate(round);
            }
            if (parameters.callbacks().savesAfter(round) && fold.isEmpty()) {
                ComponentContext context = setup.context();
                context.checkpoint(round, ModelJson.HOMO.write(context.task().module(), parameters, model()));
            }
            goesOn = !setup.boosting(namespace)
                    .receiveJson(HomoSetup.STOP_FLAG, setup.side().arbiter(), round)
                    .asBoolean();
        }
        BoostingModel model = model();
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        summary.set("feature_importance", Importances.summary(model.importances()));
        summary.set("validation_metrics", report.history());
        predicted.add(model);
        return new Trained(model, objective, predicted.scores(), summary);
    }

    Labels labels(ColumnTable table) {
        return parameters.classification() ? Labels.of(classes, table.labels()) : Labels.numbers(table.labels());
    }

    /** The guest hears all classes, and gives them numbers for all. */
    private List<Long> agreeOnClasses() throws IOException, InterruptedException {
        LinearVariables transfer = setup.boosting(namespace);
        List<Long> own = Labels.classesOf(train.labels());
        if (!setup.side().isGuest()) {
            transfer.sendJson(HomoSetup.HOST_CLASSES, setup.side().guest(), json(own));
        } else {
            List<Long> all = new ArrayList<>(own);
            for (Party host : setup.side().hosts()) {
                all.addAll(classes(transfer.receiveJson(HomoSetup.HOST_CLASSES, host)));
            }
            own = Labels.classesOf(all.stream().mapToDouble(Long::doubleValue).toArray());
            transfer.sendJson(
                    HomoSetup.ALL_CLASSES, setup.side().arbiter(), JsonNodeFactory.instance.numberNode(own.size()));
            for (Party host : setup.side().hosts()) {
                transfer.sendJson(HomoSetup.ALL_CLASSES, host, json(own));
            }
            return own;
        }
        return classes(transfer.receiveJson(HomoSetup.ALL_CLASSES, setup.side().guest()));
    }

    private void grow(int round) throws IOException, InterruptedException {
        Gradients all = Derivatives.of(objective, scores, labels, train.weights());
        int dimension = dimension();
        for (int k = 0; k < dimension; k++) {
            String tree = namespace + "." + round + "." + k;
            ClientTree.Grown grown =
                    new ClientTree(setup, setup.tree(tree), sums, data, dimension > 1 ? all.output(k) : all).grow();
            trees.add(grown.tree());
            scores.add(grown.tree(), k, learned.learningRate(), 0, grown.leaves());
            for (Split split : grown.splits()) {
                importances.add(
                        setup.side().self().role(),
                        split.feature(),
                        train.header().get(split.feature()),
                        split.gain());
            }
        }
    }

    private int dimension() {
        return parameters.multiOutput() ? 1 : objective.outputs();
    }

    private void evaluate(int round) {
        List<String> wanted = parameters.callbacks().metrics();
        BoostingModel model = model();
        predicted.add(model);
        report.validation(
                "train", round, ScoreMetrics.of(labels, predicted.scores().predictions(objective), wanted));
        validated.ifPresent(rows -> {
            rows.add(model);
            Labels known = labels(validate.orElseThrow());
            report.validation(
                    "validate", round, ScoreMetrics.of(known, rows.scores().predictions(objective), wanted));
        });
    }

    private Scores start(int rows) {
        return Scores.start(
                IntStream.range(0, objective.outputs()).mapToObj(k -> 0.0).toList(), rows);
    }

    private BoostingModel model() {
        return new BoostingModel(
                trees,
                dimension(),
                IntStream.range(0, objective.outputs()).mapToObj(k -> 0.0).toList(),
                List.of(),
                labels.names(),
                train.header(),
                Map.of(),
                importances.sorted(),
                BoostingModel.LAST,
                List.of(),
                learned);
    }

    private static ArrayNode json(List<Long> classes) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        classes.forEach(array::add);
        return array;
    }

    private static List<Long> classes(JsonNode array) {
        List<Long> classes = new ArrayList<>();
        array.forEach(each -> classes.add(each.asLong()));
        return classes;
    }
}
