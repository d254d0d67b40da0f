package io.fateflow.worker.component.boosting;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.boosting.homo.HomoBoosting;
import io.fateflow.worker.component.boosting.parameter.BoostingParameters;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's homo boosted trees: parties have the same columns and each its own rows; the arbiter finds splits by masked sums. What
 * parties get to know of each other is written down with this package.
 */
@AutoService(Component.class)
public final class HomoSecureBoost implements Component {

    @Override
    public String module() {
        return "HomoSecureBoost";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        BoostingParameters.read(parameters, true);
    }

    @Override
    public void run(ComponentContext context) throws Exception {
        HomoBoosting.run(context);
    }
}
