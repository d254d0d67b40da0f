package io.fateflow.worker.component.linear;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.linear.hetero.HeteroLearner;
import io.fateflow.worker.component.linear.parameter.Flavour;

/** FATE's hetero linear regression: estimates numbers by columns that several parties have of the same rows. */
public final class HeteroLinR implements Component {

    @Override
    public String module() {
        return "HeteroLinR";
    }

    @Override
    public void run(ComponentContext context) throws Exception {
        HeteroLearner.run(context, Flavour.HETERO_LINR);
    }
}
