package io.fateflow.worker.component.linear;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.linear.hetero.HeteroLearner;
import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.exchange.Party;

/** FATE's hetero Poisson regression: estimates counts by columns that a guest and one host have of the same rows. */
@AutoService(Component.class)
public final class HeteroPoisson implements Component {

    @Override
    public String module() {
        return "HeteroPoisson";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        HeteroLearner.read(parameters, parties, Flavour.HETERO_POISSON);
    }

    @Override
    public void run(ComponentContext context) throws Exception {
        HeteroLearner.run(context, Flavour.HETERO_POISSON);
    }
}
