package io.fateflow.worker.component.boosting.homo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.boosting.parameter.BoostingParameters;
import io.fateflow.worker.component.linear.job.LearningParty;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Party;

/** What everything of one component at one party has in common. */
record HomoSetup(ComponentContext context, BoostingParameters parameters, LearningParty side) {

    private static final String CLASSES = "federatedml.transfer_variable.transfer_class.";
    private static final String BOOSTING = CLASSES + "homo_boosting_transfer_variable.HomoBoostingTransferVariable";
    private static final String TREE =
            CLASSES + "homo_decision_tree_transfer_variable.HomoDecisionTreeTransferVariable";
    private static final String BINNING = CLASSES + "homo_binning_transfer_variable.HomoBinningTransferVariable";

    static final String PLAN = "plan";
    static final String HOST_CLASSES = "host_classes";
    static final String ALL_CLASSES = "label_mapping";
    static final String BINS = "bins";
    static final String STOP_FLAG = "stop_flag";
    static final String BEST_SPLITS = "best_split_points";
    static final String LOCAL_EXTREMES = "local_static_values";
    static final String CONVERGED = "is_converge";
    static final String EXTREMES = "global_static_values";

    LinearVariables boosting(String namespace) {
        return new LinearVariables(context.exchange(), BOOSTING, namespace);
    }

    LinearVariables tree(String namespace) {
        return new LinearVariables(context.exchange(), TREE, namespace);
    }

    LinearVariables binning(String namespace) {
        return new LinearVariables(context.exchange(), BINNING, namespace);
    }

    /** Of masked sums: FATE's classes of its secure aggregator. */
    LinearVariables blocks(String namespace) {
        return new LinearVariables(context.exchange(), "federatedml.framework.homo.blocks", namespace);
    }

    /** All that have rows. */
    List<Party> clients() {
        List<Party> clients = new ArrayList<>(List.of(side.guest()));
        clients.addAll(side.hosts());
        return clients;
    }

    /** The guest's word for all others. */
    JsonNode agree(String namespace, String variable, JsonNode own) throws IOException, InterruptedException {
        LinearVariables transfer = boosting(namespace);
        if (!side.isGuest()) {
            return transfer.receiveJson(variable, side.guest());
        }
        for (Party other : side.others()) {
            transfer.sendJson(variable, other, own);
        }
        return own;
    }
}
