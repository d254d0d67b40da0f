package io.fateflow.worker.component.linear.hetero;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.linear.job.LearningParty;
import io.fateflow.worker.component.linear.job.LinearJob;
import io.fateflow.worker.component.linear.optimize.Convergence;
import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.component.linear.wire.LinearVariables;

/** Runs a hetero linear model in a party's role. */
public final class HeteroLearner {

    private HeteroLearner() {}

    /**
     * Reads what the user asks for.
     *
     * @throws io.fateflow.worker.component.ParameterException naming the parameter that is wrong, also if early_stop looks
     *     at a loss that nobody can compute
     */
    public static LinearParameters read(Parameters given, Parties parties, Flavour flavour) {
        LinearParameters parameters = LinearParameters.read(given, flavour);
        if (flavour == Flavour.HETERO_POISSON && parties.of("host").size() > 1) {
            throw given.wrong(
                    "exposure_colname", "is for one host only: Poisson regression does not support multi-host");
        }
        if (parties.of("host").size() > 1 && parameters.earlyStop() != Convergence.Kind.WEIGHT_DIFF) {
            throw given.wrong(
                    "early_stop",
                    "must be weight_diff: Multiple host situation, loss early stop function is not available."
                            + " You should use 'weight_diff' instead");
        }
        if (parties.of("host").size() > 1 && parameters.stepwise().wanted()) {
            throw given.wrong(
                    "stepwise_param",
                    "needs the loss of each model, which nobody knows with several hosts: set need_stepwise to false");
        }
        return parameters;
    }

    /** Runs the component. */
    public static void run(ComponentContext context, Flavour flavour) throws Exception {
        LinearParameters parameters = read(context.parameters(), context.parties(), flavour);
        LearningParty side = new LearningParty(context.task().self(), context.parties(), false);
        Family family = Family.of(flavour);
        LinearVariables transfer = new LinearVariables(context.exchange(), family.variables(), "");
        HeteroSetup setup = new HeteroSetup(context, parameters, family, side, transfer);
        LinearJob job = new LinearJob(
                context,
                parameters,
                switch (side.self().role()) {
                    case "guest" -> new HeteroGuest(setup);
                    case "host" -> new HeteroHost(setup);
                    case "arbiter" -> new HeteroArbiter(setup);
                    default ->
                        throw new IllegalArgumentException(
                                context.task().module() + " runs at guest, host and arbiter, not at " + side.self());
                },
                family.variables());
        job.run();
    }
}
