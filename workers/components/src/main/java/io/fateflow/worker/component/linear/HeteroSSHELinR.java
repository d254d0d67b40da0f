package io.fateflow.worker.component.linear;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.component.linear.sshe.SharedLinearModel;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's hetero linear regression without an arbiter. What it reveals by design is what {@link HeteroSSHELR} does.
 */
@AutoService(Component.class)
public final class HeteroSSHELinR implements Component {

    @Override
    public String module() {
        return "HeteroSSHELinR";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        SharedLinearModel.read(parameters, parties, Flavour.SSHE_LINR);
    }

    @Override
    public void run(ComponentContext context) throws Exception {
        SharedLinearModel.run(context, Flavour.SSHE_LINR);
    }
}
