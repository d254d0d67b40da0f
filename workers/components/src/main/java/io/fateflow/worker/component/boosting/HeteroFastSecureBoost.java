package io.fateflow.worker.component.boosting;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;

/**
 * FATE's other name of {@link HeteroSecureBoost}, under which older jobs ask for trees of one party or by layers. What
 * parties get to know of each other is written down with this package.
 */
@AutoService(Component.class)
public final class HeteroFastSecureBoost extends HeteroSecureBoost {

    @Override
    public String module() {
        return "HeteroFastSecureBoost";
    }
}
