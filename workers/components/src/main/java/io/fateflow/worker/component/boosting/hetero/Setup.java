package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.boosting.parameter.BoostingParameters;
import io.fateflow.worker.component.linear.job.Side;
import io.fateflow.worker.component.linear.wire.Transfer;
import io.fateflow.worker.exchange.Party;

/** What everything of one component at one party has in common. */
record Setup(ComponentContext context, BoostingParameters parameters, Side side) {

    Transfer boosting(String namespace) {
        return new Transfer(context.exchange(), Variables.BOOSTING, namespace);
    }

    Transfer tree(String namespace) {
        return new Transfer(context.exchange(), Variables.TREE, namespace);
    }

    Transfer predict(String namespace) {
        return new Transfer(context.exchange(), Variables.PREDICT, namespace);
    }

    Transfer of(String variables, String namespace) {
        return new Transfer(context.exchange(), variables, namespace);
    }

    List<Party> hosts() {
        return side.hosts();
    }

    /** Tells all hosts the same. */
    void tellHosts(Transfer transfer, String variable, JsonNode value, Object... suffix)
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
