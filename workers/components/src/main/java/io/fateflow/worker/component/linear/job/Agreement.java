package io.fateflow.worker.component.linear.job;

import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import io.fateflow.worker.component.linear.data.Classes;
import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.RowLookup;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/** What parties tell each other before they begin: what to do, which classes there are, which rows are in a fold. */
final class Agreement {

    private static final String CLASSES =
            "federatedml.transfer_variable.transfer_class.one_vs_rest_transfer_variable.OneVsRestTransferVariable";
    private static final String FOLDS =
            "federatedml.transfer_variable.transfer_class.cross_validation_transfer_variable.CrossValidationTransferVariable";
    private static final String AGGREGATE_CLASSES = "aggregate_classes";
    private static final String HOST_CLASSES = "host_classes";

    private final Exchange exchange;
    private final LearningParty side;

    Agreement(Exchange exchange, LearningParty side) {
        this.exchange = exchange;
        this.side = side;
    }

    /** The guest tells its plan; the others give theirs up for it. */
    Plan plan(Plan own, String variables) throws IOException, InterruptedException {
        LinearVariables transfer = new LinearVariables(exchange, variables, Exchange.DEFAULT_TAG);
        if (!side.isGuest()) {
            return Plan.fromJson(transfer.receiveJson("plan", side.guest()));
        }
        for (Party party : side.others()) {
            transfer.sendJson("plan", party, own.toJson());
        }
        return own;
    }

    /**
     * The classes of the whole training data. Of rows that are at all parties only the guest knows labels, the others get
     * to know how many classes there are and give them numbers.
     */
    Classes classes(String namespace, Collection<Long> own) throws IOException, InterruptedException {
        LinearVariables transfer = new LinearVariables(exchange, CLASSES, namespace);
        if (side.isGuest()) {
            return tellClasses(transfer, side.homo() ? withHosts(transfer, own) : Classes.of(own));
        }
        if (!side.homo() || side.isArbiter()) {
            int count = transfer.receiveJson(AGGREGATE_CLASSES, side.guest()).asInt();
            return Classes.of(LongStream.range(0, count).boxed().toList());
        }
        transfer.sendJson(HOST_CLASSES, side.guest(), json(own));
        return Classes.of(labels(transfer.receiveJson(AGGREGATE_CLASSES, side.guest())));
    }

    /** The rows of a fold that the guest drew: it sends their ids, a host finds its own rows of them. */
    LinearData fold(int fold, String variable, LinearData own, int[] rows) throws IOException, InterruptedException {
        LinearVariables transfer = new LinearVariables(exchange, FOLDS, Integer.toString(fold));
        if (side.homo()) {
            return own.rows(rows);
        }
        if (!side.isGuest()) {
            return own.rows(RowLookup.of(own, side.self()).rowsOf(transfer, variable, side.guest(), fold));
        }
        LinearData chosen = own.rows(rows);
        for (Party host : side.hosts()) {
            transfer.send(variable, host, RowLookup.payload(chosen, chosen.all()), fold);
        }
        return chosen;
    }

    private Classes tellClasses(LinearVariables transfer, Classes classes) throws IOException, InterruptedException {
        for (Party party : side.others()) {
            boolean countIsEnough = !side.homo() || party.role().equals("arbiter");
            transfer.sendJson(
                    AGGREGATE_CLASSES,
                    party,
                    countIsEnough ? IntNode.valueOf(classes.count()) : json(classes.labels()));
        }
        return classes;
    }

    private Classes withHosts(LinearVariables transfer, Collection<Long> own) throws IOException, InterruptedException {
        Set<Long> all = new TreeSet<>(own);
        for (Party host : side.hosts()) {
            all.addAll(labels(transfer.receiveJson(HOST_CLASSES, host)));
        }
        return Classes.of(all);
    }

    private static ArrayNode json(Collection<Long> labels) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        labels.forEach(array::add);
        return array;
    }

    private static Set<Long> labels(JsonNode array) {
        Set<Long> labels = new TreeSet<>();
        array.forEach(label -> labels.add(label.asLong()));
        return labels;
    }
}
