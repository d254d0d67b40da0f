package io.fateflow.worker.component.boosting.hetero;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.Stage;
import io.fateflow.worker.component.boosting.parameter.BoostingParameters;
import io.fateflow.worker.component.boosting.parameter.Strategy;
import io.fateflow.worker.component.linear.job.LearningParty;

/** Runs FATE's SecureBoost in a party's role: trains, goes on training, tries out, or predicts, as its inputs want. */
public final class HeteroBoosting {

    private HeteroBoosting() {}

    /**
     * Reads what the user asks for.
     *
     * @throws io.fateflow.worker.component.ParameterException naming the parameter that is wrong
     */
    public static BoostingParameters read(Parameters given, Parties parties) {
        BoostingParameters parameters = BoostingParameters.read(given, false);
        if (parameters.strategy().kind() == Strategy.Kind.LAYERED
                && parties.of("host").size() != 1) {
            throw given.wrong(
                    "boosting_strategy", "layered needs one host: only 1 host party is allowed in layered mode");
        }
        return parameters;
    }

    /** Runs the component. */
    public static void run(ComponentContext context) throws Exception {
        BoostingParameters parameters = read(context.parameters(), context.parties());
        Setup setup =
                new Setup(context, parameters, new LearningParty(context.task().self(), context.parties(), false));
        if (setup.hosts().isEmpty()) {
            throw new IllegalArgumentException(context.task().module() + " needs a host");
        }
        Inputs inputs = Inputs.read(setup);
        JsonNode plan = inputs.agree(setup);
        Stage stage = Stage.toldBy(plan);
        if (stage == Stage.PASS) {
            return;
        }
        if (stage.learns() && parameters.crossValidation().wanted()) {
            stage.requireTrainData(context.task().self(), "need_cv");
        }
        inputs.require(setup, plan);
        BoostingJob job = setup.side().isGuest() ? new GuestJob(setup, inputs) : new HostJob(setup, inputs);
        job.run(plan);
    }
}
