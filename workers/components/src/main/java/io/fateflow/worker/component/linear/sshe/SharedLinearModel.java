package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.linear.job.LearningParty;
import io.fateflow.worker.component.linear.job.LinearJob;
import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.component.linear.wire.LinearVariables;

/** Runs a linear model of two parties without an arbiter. */
public final class SharedLinearModel {

    private static final String VARIABLES =
            "federatedml.transfer_variable.transfer_class.sshe_model_transfer_variable.SSHEModelTransferVariable";

    private SharedLinearModel() {}

    /**
     * Reads what the user asks for.
     *
     * @throws io.fateflow.worker.component.ParameterException naming the parameter that is wrong
     */
    public static LinearParameters read(Parameters given, Parties parties, Flavour flavour) {
        LinearParameters parameters = LinearParameters.read(given, flavour);
        int hosts = parties.of("host").size();
        if (hosts != 1) {
            throw given.wrong(
                    "reveal_strategy",
                    "is for one guest and one host, and the job has " + hosts
                            + " hosts: HeteroLR and HeteroLinR take several");
        }
        return parameters;
    }

    /** Runs the component. */
    public static void run(ComponentContext context, Flavour flavour) throws IOException, InterruptedException {
        ComponentContext own = without(context, "arbiter");
        LinearParameters parameters = read(own.parameters(), own.parties(), flavour);
        LearningParty side = new LearningParty(own.task().self(), own.parties(), false);
        LinearVariables transfer = new LinearVariables(own.exchange(), VARIABLES, "");
        SharedSetup setup = new SharedSetup(own, parameters, ErrorTerm.of(flavour), side, transfer);
        new LinearJob(own, parameters, new SharedLearner(setup), VARIABLES).run();
    }

    /** A job may have an arbiter for other components: it does not run this one, and is sent nothing. */
    private static ComponentContext without(ComponentContext all, String role) {
        Map<String, List<String>> byRole = new LinkedHashMap<>(all.parties().byRole());
        byRole.remove(role);
        return new ComponentContext(
                all.task(),
                all.parameters(),
                new Parties(byRole),
                all.inputs(),
                all.models(),
                all.dataOutputs(),
                all.modelOutputs(),
                all.caches(),
                all.home(),
                all.uploadFolders(),
                all.downloadFolders(),
                all.tables(),
                all.exchange(),
                all.results());
    }
}
