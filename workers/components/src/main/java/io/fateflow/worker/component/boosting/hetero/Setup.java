package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.model.ModelJson;
import io.fateflow.worker.component.boosting.parameter.BoostingParameters;
import io.fateflow.worker.component.linear.job.LearningParty;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Party;

/** What everything of one component at one party has in common. */
record Setup(ComponentContext context, BoostingParameters parameters, LearningParty side) {

    LinearVariables boosting(String namespace) {
        return new LinearVariables(context.exchange(), Variables.BOOSTING, namespace);
    }

    LinearVariables tree(String namespace) {
        return new LinearVariables(context.exchange(), Variables.TREE, namespace);
    }

    LinearVariables predict(String namespace) {
        return new LinearVariables(context.exchange(), Variables.PREDICT, namespace);
    }

    LinearVariables of(String variables, String namespace) {
        return new LinearVariables(context.exchange(), variables, namespace);
    }

    List<Party> hosts() {
        return side.hosts();
    }

    /** Keeps the model as it is after a round, counted from 0: FATE's {@code ModelCheckpoint}. */
    void checkpoint(ModelJson form, int round, BoostingModel model) {
        context.checkpoint(round, form.write(context.task().module(), parameters, model));
    }

    /** Tells all hosts the same. */
    void tellHosts(LinearVariables transfer, String variable, JsonNode value, Object... suffix)
            throws IOException, InterruptedException {
        for (Party host : hosts()) {
            transfer.sendJson(variable, host, value, suffix);
        }
    }

    /** A party's name in a model, such as {@code guest:9999}. */
    static String site(Party party) {
        return party.role() + ":" + party.partyId();
    }

    String ownSite() {
        return site(side.self());
    }
}
