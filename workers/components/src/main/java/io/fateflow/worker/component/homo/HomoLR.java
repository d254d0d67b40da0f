package io.fateflow.worker.component.homo;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.linear.job.Learner;
import io.fateflow.worker.component.linear.job.LearningParty;
import io.fateflow.worker.component.linear.job.LinearJob;
import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's homo logistic regression: guest and hosts train with their own rows, and the arbiter averages their weights (FedAvg)
 * without seeing any of them.
 */
@AutoService(Component.class)
public final class HomoLR implements Component {

    private static final String VARIABLES =
            "federatedml.transfer_variable.transfer_class.homo_lr_transfer_variable.HomoLRTransferVariable";

    @Override
    public String module() {
        return "HomoLR";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        LinearParameters.read(parameters, Flavour.HOMO_LR);
    }

    @Override
    public void run(ComponentContext context) throws Exception {
        LinearParameters parameters = LinearParameters.read(context.parameters(), Flavour.HOMO_LR);
        LearningParty side = new LearningParty(context.task().self(), context.parties(), true);
        if (side.hosts().isEmpty()) {
            throw new IllegalArgumentException("HomoLR needs a host: alone, the guest's weights could not be masked");
        }
        LinearVariables transfer = new LinearVariables(context.exchange(), HomoVariables.BLOCKS, "");
        Learner learner = side.isArbiter()
                ? new HomoServer(context, parameters, side, transfer)
                : new HomoClient(context, parameters, side, transfer);
        new LinearJob(context, parameters, learner, VARIABLES).run();
    }
}
