package io.fateflow.worker.component.linear.parameter;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.linear.optimize.Optimizer;
import io.fateflow.worker.component.linear.optimize.Penalty;

/**
 * What becomes of weights that two parties have only together, as shares of a secret. Of models with an arbiter nothing.
 *
 * @param everyIteration whether each party gets to know its own weights after every step, and not only at the end
 * @param encryptedInHost whether the host gets its weights only encrypted under the guest's key
 */
public record Reveal(boolean everyIteration, boolean encryptedInHost) {

    private static final Reveal NOTHING = new Reveal(false, false);
    private static final String RESPECTIVELY = "respectively";
    private static final String ENCRYPTED = "encrypted_reveal_in_host";

    /** FATE's name of who learns what. */
    public String strategy() {
        return encryptedInHost ? ENCRYPTED : RESPECTIVELY;
    }

    static Reveal read(Parameters parameters, Flavour flavour) {
        if (!flavour.isShared()) {
            return NOTHING;
        }
        Reveal read = new Reveal(
                parameters.flag("reveal_every_iter", false),
                parameters
                        .choice("reveal_strategy", RESPECTIVELY, RESPECTIVELY, ENCRYPTED)
                        .equals(ENCRYPTED));
        // all our randomness is fresh
        parameters.flag("use_mix_rand", true);
        if (read.everyIteration() && read.encryptedInHost()) {
            throw parameters.wrong(
                    "reveal_strategy", "must be " + RESPECTIVELY + " if reveal_every_iter is set, not " + ENCRYPTED);
        }
        return read;
    }

    /** Refuses what can't be computed with shares alone. */
    void require(LinearParameters read, Parameters parameters) {
        Flavour flavour = read.flavour();
        if (!flavour.isShared()) {
            return;
        }
        if (flavour == Flavour.SSHE_LINR && read.optimizer() == Optimizer.Kind.NESTEROV_MOMENTUM_SGD) {
            throw parameters.wrong("optimizer", "must not be nesterov_momentum_sgd for HeteroSSHELinR");
        }
        if (everyIteration) {
            return;
        }
        if (read.penalty().kind() == Penalty.Kind.L1) {
            throw parameters.wrong("penalty", "must be L2 or none when reveal_every_iter is false");
        }
        if (read.optimizer() != Optimizer.Kind.SGD && read.optimizer() != Optimizer.Kind.NESTEROV_MOMENTUM_SGD) {
            throw parameters.wrong("optimizer", "must be sgd or nesterov_momentum_sgd when reveal_every_iter is false");
        }
        boolean beside = !parameters.any("validation_freqs").isMissingNode();
        Parameters section = parameters.section("callback_param");
        if (beside || !section.any("validation_freqs").isMissingNode()) {
            throw parameters.wrong(
                    "validation_freqs",
                    "is not possible when reveal_every_iter is false: nobody knows the weights before the end");
        }
    }
}
