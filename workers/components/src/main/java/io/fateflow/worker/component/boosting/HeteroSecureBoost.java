package io.fateflow.worker.component.boosting;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.boosting.hetero.HeteroBoosting;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's SecureBoost: boosted trees over columns that several parties have of the same rows. What parties get to know of each
 * other is written down with this package.
 */
@AutoService(Component.class)
public class HeteroSecureBoost implements Component {

    @Override
    public String module() {
        return "HeteroSecureBoost";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        HeteroBoosting.read(parameters, parties);
    }

    @Override
    public void run(ComponentContext context) throws Exception {
        HeteroBoosting.run(context);
    }
}
