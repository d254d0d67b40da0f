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
 * FATE's hetero logistic regression without an arbiter: a guest and a host share secrets, and encrypt what the other one
 * multiplies.
 *
 * <p>What is revealed by design. Both: ids of the rows that are trained with, how many columns the other one has, how many
 * iterations it took. The guest: each iteration's loss; with {@code early_stop} weight_diff, how far all weights went in an
 * iteration, or with {@code reveal_every_iter} how far the host's did; at the end its own weights; when it predicts, the
 * host's part of each row's linear predictor. The host: its own weights at the end, or with
 * {@code encrypted_reveal_in_host} only under the guest's key. With {@code reveal_every_iter} each party gets to know its
 * weights and its gradient after each batch: from gradients of many batches a party can draw conclusions on the other's errors.
 */
@AutoService(Component.class)
public final class HeteroSSHELR implements Component {

    @Override
    public String module() {
        return "HeteroSSHELR";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        SharedLinearModel.read(parameters, parties, Flavour.SSHE_LR);
    }

    @Override
    public void run(ComponentContext context) throws Exception {
        SharedLinearModel.run(context, Flavour.SSHE_LR);
    }
}
