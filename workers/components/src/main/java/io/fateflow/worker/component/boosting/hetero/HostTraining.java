package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.boosting.data.BinSplits;
import io.fateflow.worker.component.boosting.data.BinnedTable;
import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.model.Importances;
import io.fateflow.worker.component.boosting.model.ModelJson;
import io.fateflow.worker.component.boosting.predict.TreeRows;
import io.fateflow.worker.component.boosting.tree.Drawing;
import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.boosting.tree.TreeNode;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.exchange.Party;

/** A host's side of one training. */
final class HostTraining {

    private final Setup setup;
    private final TrainingInput input;
    private final BoostingModel.Learned learned;
    private final Party guest;
    private final int dimension;
    private final PaillierPublicKey key;
    private final BinnedTable data;
    private final Drawing drawing;
    private final Rounds rounds;
    private final Importances importances = new Importances();
    private final List<Tree> trees = new ArrayList<>();
    private final int firstRound;
    private int validatedRounds;

    /** Hears from the guest what it needs to know. */
    HostTraining(Setup setup, TrainingInput input) throws IOException, InterruptedException {
        this.setup = setup;
        this.input = input;
        this.guest = setup.side().guest();
        this.learned =
                input.start().map(BoostingModel::learned).orElseGet(() -> GuestTraining.learned(setup.parameters()));
        this.data = BinSplits.of(
                        input.train(),
                        setup.parameters().bins(),
                        setup.parameters().binningError(),
                        learned.useMissing(),
                        learned.zeroAsMissing())
                .train(input.train());
        this.drawing =
                new Drawing(setup.parameters().sampling(), setup.parameters().seed());
        this.rounds = new Rounds(setup, input.namespace());
        this.firstRound = input.start().map(BoostingModel::rounds).orElse(0);
        this.dimension = setup.boosting(input.namespace())
                .receiveJson(Variables.BOOSTER_DIM, guest)
                .asInt();
        this.key = setup.boosting(input.namespace()).receive(Variables.PUBLIC_KEY, guest, PaillierPublicKey::read);
        begin();
    }

    /** What came out of it. */
    record Trained(BoostingModel model, ObjectNode summary) {}

    Trained run() throws IOException, InterruptedException {
        int round = firstRound;
        for (int last = firstRound + setup.parameters().rounds(); round < last; round++) {
            for (int k = 0; k < dimension; k++) {
                grow(round, k);
            }
            if (rounds.evaluatesAfter(round)) {
                validate(round + 1);
                rounds.heard(round);
            }
            if (rounds.savesAfter(round) && input.fold().isEmpty()) {
                setup.checkpoint(ModelJson.HOST, round, model(round + 1, BoostingModel.LAST));
            }
            if (rounds.ends(round)) {
                round++;
                break;
            }
        }
        return finish(round);
    }

    private void begin() throws IOException, InterruptedException {
        if (input.start().isPresent()) {
            BoostingModel model = input.start().get();
            if (!model.header().equals(input.train().header())) {
                throw new IllegalArgumentException(setup.side().self() + ": the model to go on with has other columns");
            }
            trees.addAll(model.trees());
            importances.addAll(model.importances());
            serve(input.train(), model.trees(), "start_train");
        }
    }

    private void grow(int round, int k) throws IOException, InterruptedException {
        String namespace = input.namespace() + "." + round + "." + k;
        boolean[] columns = drawing.columns(data.splits().columns());
        Tree tree = new HostTree(setup, setup.tree(namespace), data, columns, key).grow();
        trees.add(tree);
        for (TreeNode node : tree.nodes()) {
            if (node.feature() >= 0) {
                importances.add(
                        "hostLocal", node.feature(), input.train().header().get(node.feature()), 0);
            }
        }
        setup.predict(namespace).sendJson(Variables.IMPORTANCE, guest, anonymous(), round, k);
    }

    /** How often each column parts nodes, under the columns' names for others. */
    private ObjectNode anonymous() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        importances
                .sorted()
                .forEach(each ->
                        json.put(input.train().schema().anonymousHeader().get(each.feature()), each.splits()));
        return json;
    }

    private void validate(int wantedRounds) throws IOException, InterruptedException {
        if (input.validate().isPresent() && wantedRounds > validatedRounds) {
            serve(
                    input.validate().get(),
                    trees.subList(validatedRounds * dimension, wantedRounds * dimension),
                    "validate_" + wantedRounds);
        }
        validatedRounds = wantedRounds;
    }

    private void serve(ColumnTable table, List<Tree> some, String step) throws IOException, InterruptedException {
        TreeRows rows = new TreeRows(some, table, learned.useMissing(), learned.zeroAsMissing());
        new HostPrediction(setup, setup.predict(input.namespace() + "_" + step), rows, learned).serve();
    }

    private Trained finish(int roundsDone) throws IOException, InterruptedException {
        int kept = rounds.kept(roundsDone);
        validate(roundsDone);
        if (kept < roundsDone) {
            trees.subList(kept * dimension, trees.size()).clear();
            serve(input.train(), trees, "best_train");
            serve(input.validate().orElseThrow(), trees, "best_validate");
        }
        ObjectNode summary = JsonNodeFactory.instance
                .objectNode()
                .put("best_iteration", rounds.best())
                .put("is_converged", rounds.converged());
        return new Trained(model(kept, rounds.best()), summary);
    }

    private BoostingModel model(int roundsKept, int best) {
        Map<String, String> anonymous = new LinkedHashMap<>();
        List<String> names = input.train().schema().anonymousHeader();
        for (int column = 0; column < names.size(); column++) {
            anonymous.put(names.get(column), input.train().header().get(column));
        }
        return new BoostingModel(
                trees,
                dimension,
                List.of(),
                List.of(),
                List.of(),
                input.train().header(),
                anonymous,
                importances.sorted(),
                best,
                TreePlan.names(setup.parameters(), setup.hosts(), roundsKept),
                learned);
    }
}
