package io.fateflow.worker.component.linear.sshe;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.linear.job.LearningParty;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Party;

/** What all trainings of one component at one party have in common. */
record SharedSetup(
        ComponentContext context,
        LinearParameters parameters,
        ErrorTerm term,
        LearningParty side,
        LinearVariables transfer) {

    Party other() {
        return side.isGuest() ? side.hosts().get(0) : side.guest();
    }
}
