package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.boosting.data.BinSplits;
import io.fateflow.worker.component.boosting.data.BinnedTable;
import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.model.Importance;
import io.fateflow.worker.component.boosting.model.Importances;
import io.fateflow.worker.component.boosting.model.ModelJson;
import io.fateflow.worker.component.boosting.objective.Objective;
import io.fateflow.worker.component.boosting.packing.GradientBounds;
import io.fateflow.worker.component.boosting.parameter.BoostingParameters;
import io.fateflow.worker.component.boosting.parameter.ObjectiveParameters;
import io.fateflow.worker.component.boosting.predict.TreeRows;
import io.fateflow.worker.component.boosting.tree.Drawing;
import io.fateflow.worker.component.boosting.tree.Gradients;
import io.fateflow.worker.component.boosting.tree.Split;
import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.boosting.validate.Derivatives;
import io.fateflow.worker.component.boosting.validate.Labels;
import io.fateflow.worker.component.boosting.validate.Report;
import io.fateflow.worker.component.boosting.validate.ScoreMetrics;
import io.fateflow.worker.component.boosting.validate.Scores;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;
import io.fateflow.worker.exchange.Party;

/** The guest's side of one training. */
final class GuestTraining {

    private static final Logger log = LoggerFactory.getLogger(GuestTraining.class);

    private final Setup setup;
    private final BoostingParameters parameters;
    private final TrainingInput input;
    private final BoostingModel.Learned learned;
    private final Labels labels;
    private final Objective objective;
    private final BinnedTable data;
    private final PaillierKeyPair keys;
    private final Drawing drawing;
    private final Rounds rounds;
    private final Report report;
    private final Importances importances = new Importances();
    private final List<Tree> trees = new ArrayList<>();
    private final List<Double> losses = new ArrayList<>();
    private final List<Double> start;
    private final int dimension;
    private final int firstRound;
    private final Scores scores;
    private Optional<Scores> validateScores = Optional.empty();
    private int validatedRounds;

    /** Agrees with hosts on what they need to know. */
    GuestTraining(Setup setup, TrainingInput input) throws IOException, InterruptedException {
        this.setup = setup;
        this.parameters = setup.parameters();
        this.input = input;
        this.learned = input.start().map(BoostingModel::learned).orElseGet(() -> learned(parameters));
        this.labels = labels(input.train());
        requireKnownLabels();
        this.objective = objective(learned, labels.classes().size());
        this.data = BinSplits.of(
                        input.train(),
                        parameters.bins(),
                        parameters.binningError(),
                        learned.useMissing(),
                        learned.zeroAsMissing())
                .train(input.train());
        this.start = input.start()
                .map(BoostingModel::start)
                .orElseGet(() ->
                        Arrays.stream(objective.start(labels.values())).boxed().toList());
        this.dimension = parameters.multiOutput() ? 1 : objective.outputs();
        this.drawing = new Drawing(parameters.sampling(), parameters.seed());
        this.rounds = new Rounds(setup, input.namespace());
        this.report = new Report(setup.context().results(), input.fold());
        this.scores = Scores.start(start, input.train().size());
        this.firstRound = input.start().map(BoostingModel::rounds).orElse(0);
        this.keys = PaillierKeyPair.generate(parameters.keyLength(), new SecureRandom());
        begin();
    }

    /**
     * What came out of it.
     *
     * @param validate the scores of rows that were evaluated with, if there were any
     */
    record Trained(
            BoostingModel model, Scores train, Optional<Scores> validate, Objective objective, ObjectNode summary) {}

    static BoostingModel.Learned learned(BoostingParameters parameters) {
        return new BoostingModel.Learned(
                parameters.classification(),
                parameters.objective().name(),
                parameters.objective().values(),
                parameters.learningRate(),
                parameters.strategy().kind(),
                parameters.useMissing(),
                parameters.zeroAsMissing());
    }

    static Objective objective(BoostingModel.Learned learned, int classes) {
        return learned.classification()
                ? Objective.ofClasses(classes)
                : Objective.ofNumbers(new ObjectiveParameters(learned.objective(), learned.objectiveValues()));
    }

    /** All rounds, until the last one or until it is enough. */
    Trained run() throws IOException, InterruptedException {
        int round = firstRound;
        for (int last = firstRound + parameters.rounds(); round < last; round++) {
            growRound(round);
            double loss = scores.loss(objective, labels, input.train().weights());
            losses.add(loss);
            report.loss(round, loss);
            log.info("round {} loss is {}", round, loss);
            if (rounds.evaluatesAfter(round)) {
                evaluate(round);
            }
            if (rounds.savesAfter(round) && input.fold().isEmpty()) {
                setup.checkpoint(ModelJson.GUEST, round, model(round + 1, BoostingModel.LAST));
            }
            if (rounds.ends(round, loss)) {
                round++;
                break;
            }
        }
        report.end();
        return finish(round);
    }

    private void begin() throws IOException, InterruptedException {
        if (parameters.callbacks().mayStop() && input.validate().isEmpty()) {
            throw new IllegalArgumentException(
                    setup.side().self()
                            + ": early_stopping_rounds needs validate_data: validate data is needed when early stopping is enabled");
        }
        setup.tellHosts(setup.boosting(input.namespace()), Variables.BOOSTER_DIM, IntNode.valueOf(dimension));
        for (Party host : setup.hosts()) {
            setup.boosting(input.namespace()).send(Variables.PUBLIC_KEY, host, keys.publicKey()::write);
        }
        if (input.start().isPresent()) {
            BoostingModel model = input.start().get();
            requireSame(model);
            trees.addAll(model.trees());
            losses.addAll(model.losses());
            importances.addAll(model.importances());
            predict(input.train(), model.trees(), "start_train", scores);
        }
    }

    private void requireSame(BoostingModel model) {
        if (model.dimension() != dimension
                || !model.header().equals(input.train().header())) {
            throw new IllegalArgumentException(setup.side().self()
                    + ": the model to go on with has other columns, or another number of trees a round");
        }
    }

    private Labels labels(ColumnTable table) {
        if (!learned.classification()) {
            return Labels.numbers(table.labels());
        }
        List<Long> classes = input.start()
                .map(model -> model.classes().stream().map(Long::valueOf).toList())
                .orElseGet(() -> Labels.classesOf(input.train().labels()));
        return Labels.of(classes, table.labels());
    }

    private void requireKnownLabels() {
        if (learned.classification() && Arrays.stream(labels.values()).anyMatch(label -> label < 0)) {
            throw new IllegalArgumentException(
                    setup.side().self() + ": train_data has labels that the model to go on with does not know");
        }
    }

    private void growRound(int round) throws IOException, InterruptedException {
        Gradients all = Derivatives.of(objective, scores, labels, input.train().weights());
        if (parameters.sampling().goss()) {
            all = drawing.rows(all);
        }
        TreePlan plan = TreePlan.of(parameters, setup.hosts().size(), round);
        for (int k = 0; k < dimension; k++) {
            Gradients gradients = dimension > 1 ? all.output(k) : all;
            String namespace = input.namespace() + "." + round + "." + k;
            GuestTree tree = new GuestTree(
                    setup,
                    setup.tree(namespace),
                    plan,
                    data,
                    gradients,
                    drawing.columns(data.splits().columns()),
                    keys);
            GuestTree.Grown grown = tree.grow(bounds(gradients));
            trees.add(grown.tree());
            scores.add(grown.tree(), k, learned.learningRate(), 0, grown.leaves());
            for (Split split : grown.ownSplits()) {
                String name = input.train().header().get(split.feature());
                importances.add(setup.ownSite(), split.feature(), name, split.gain());
            }
            hearImportances(namespace, round, k);
        }
    }

    private void hearImportances(String namespace, int round, int k) throws IOException, InterruptedException {
        for (Party host : setup.hosts()) {
            JsonNode json = setup.predict(namespace).receiveJson(Variables.IMPORTANCE, host, round, k);
            List<Importance> theirs = new ArrayList<>();
            json.properties()
                    .forEach(each -> theirs.add(new Importance(
                            Setup.site(host), 0, each.getKey(), each.getValue().asDouble(), 0)));
            importances.replace(Setup.site(host), theirs);
        }
    }

    private GradientBounds bounds(Gradients gradients) {
        if (!learned.classification()) {
            return GradientBounds.of(gradients);
        }
        double amplifier = parameters.sampling().goss() ? parameters.sampling().amplifier() : 1;
        return GradientBounds.ofClasses(amplifier, input.train().weights());
    }

    private void evaluate(int round) throws IOException, InterruptedException {
        List<String> wanted = parameters.callbacks().metrics();
        Map<String, Double> values = ScoreMetrics.of(labels, scores.predictions(objective), wanted);
        log.info("round {}: train {}", round, values);
        report.validation("train", round, values);
        if (input.validate().isPresent()) {
            Scores current = validate(round + 1);
            values = ScoreMetrics.of(labels(input.validate().get()), current.predictions(objective), wanted);
            log.info("round {}: validate {}", round, values);
            report.validation("validate", round, values);
        }
        rounds.evaluated(round, values);
    }

    /** The scores of the rows to evaluate with, after so many rounds; only new trees are gone through. */
    private Scores validate(int wantedRounds) throws IOException, InterruptedException {
        ColumnTable table = input.validate().orElseThrow();
        Scores current = validateScores.orElseGet(() -> Scores.start(start, table.size()));
        if (wantedRounds > validatedRounds) {
            List<Tree> some = trees.subList(validatedRounds * dimension, wantedRounds * dimension);
            predict(table, some, "validate_" + wantedRounds, current);
        }
        validatedRounds = wantedRounds;
        validateScores = Optional.of(current);
        return current;
    }

    private void predict(ColumnTable table, List<Tree> some, String step, Scores current)
            throws IOException, InterruptedException {
        TreeRows rows = new TreeRows(some, table, learned.useMissing(), learned.zeroAsMissing());
        new GuestPrediction(setup, setup.predict(input.namespace() + "_" + step), rows, learned)
                .addTo(current, dimension, learned.learningRate());
    }

    private Trained finish(int roundsDone) throws IOException, InterruptedException {
        int kept = rounds.kept(roundsDone);
        Scores train = scores;
        Optional<Scores> validate = input.validate().isPresent() ? Optional.of(validate(roundsDone)) : Optional.empty();
        if (kept < roundsDone) {
            trees.subList(kept * dimension, trees.size()).clear();
            train = Scores.start(start, input.train().size());
            predict(input.train(), trees, "best_train", train);
            Scores best = Scores.start(start, input.validate().orElseThrow().size());
            predict(input.validate().get(), trees, "best_validate", best);
            validate = Optional.of(best);
        }
        BoostingModel model = model(kept, rounds.best());
        return new Trained(model, train, validate, objective, summary(model));
    }

    private BoostingModel model(int roundsKept, int best) {
        return new BoostingModel(
                trees,
                dimension,
                start,
                losses,
                labels.names(),
                input.train().header(),
                Map.of(),
                importances.sorted(),
                best,
                TreePlan.names(parameters, setup.hosts(), roundsKept),
                learned);
    }

    private ObjectNode summary(BoostingModel model) {
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        model.losses().forEach(summary.putArray("loss_history")::add);
        summary.put("best_iteration", model.bestIteration());
        summary.set("feature_importance", Importances.summary(model.importances()));
        summary.set("validation_metrics", report.history());
        summary.put("is_converged", rounds.converged());
        return summary;
    }
}
