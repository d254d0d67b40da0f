package io.fateflow.worker.component.linear;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.linear.hetero.HeteroLearner;
import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.exchange.Party;

/** FATE's hetero linear regression: estimates numbers by columns that several parties have of the same rows. */
@AutoService(Component.class)
public final class HeteroLinR implements Component {

    @Override
    public String module() {
        return "HeteroLinR";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        HeteroLearner.read(parameters, parties, Flavour.HETERO_LINR);
    }

    @Override
    public void run(ComponentContext context) throws Exception {
        HeteroLearner.run(context, Flavour.HETERO_LINR);
    }
}
