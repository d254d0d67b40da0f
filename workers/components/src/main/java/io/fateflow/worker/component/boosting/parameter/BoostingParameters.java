package io.fateflow.worker.component.boosting.parameter;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.linear.parameter.Callbacks;
import io.fateflow.worker.component.linear.parameter.CrossValidation;
import io.fateflow.worker.component.linear.parameter.Flavour;

/**
 * The parameters of HeteroSecureBoost and HomoSecureBoost, with FATE's names and defaults.
 *
 * @param classification whether classes are told apart, else numbers are estimated
 * @param rounds each with a tree, or a tree for each class
 * @param stopsWhenConverged whether training ends when the loss changes by less than {@code tolerance}
 * @param seed of what is drawn; draws are not those of numpy, which FATE uses
 * @param zeroAsMissing only with {@code useMissing}
 * @param completeSecureRounds the first rounds, whose trees are grown with the guest's columns only
 * @param compress whether gradient and hessian are packed into one number, and sums of several candidates too
 * @param multiOutput whether one tree has a weight for each class
 * @param threshold above which a score means the second of two classes
 */
public record BoostingParameters(
        boolean classification,
        ObjectiveParameters objective,
        TreeParameters tree,
        double learningRate,
        int rounds,
        boolean stopsWhenConverged,
        double tolerance,
        int bins,
        double binningError,
        Sampling sampling,
        long seed,
        int keyLength,
        boolean useMissing,
        boolean zeroAsMissing,
        int completeSecureRounds,
        boolean compress,
        Strategy strategy,
        boolean multiOutput,
        Inference inference,
        Callbacks callbacks,
        CrossValidation crossValidation,
        double threshold) {

    private static final int LEAST_KEY_LENGTH = 1024;
    private static final int GREATEST_KEY_LENGTH = 8192;
    private static final int MOST_BINS = 65_000;

    /**
     * FATE's encrypted prediction.
     *
     * @param encrypted whether hosts get no positions of rows, but encrypted weights
     * @param masked whether the guest gets scores times a random number from 1 to 2
     * @param checked whether trees must be so many that weights can't be guessed
     */
    public record Inference(boolean encrypted, boolean masked, boolean checked) {}

    /**
     * Reads and checks all.
     *
     * @throws io.fateflow.worker.component.ParameterException naming the parameter that is wrong, or not supported here
     */
    public static BoostingParameters read(Parameters parameters, boolean homo) {
        boolean classification = parameters
                .choice("task_type", "classification", "classification", "regression")
                .equals("classification");
        Strategy strategy = homo ? new Strategy(Strategy.Kind.STD, 1, 1, 1) : Strategy.read(parameters);
        TreeParameters tree = TreeParameters.read(parameters.section("tree_param"));
        BoostingParameters read = new BoostingParameters(
                classification,
                ObjectiveParameters.read(parameters.section("objective_param"), classification),
                strategy.kind() == Strategy.Kind.LAYERED
                        ? tree.withDepth(strategy.guestDepth() + strategy.hostDepth())
                        : tree,
                parameters.decimal("learning_rate", 0.3, 0, Double.MAX_VALUE),
                parameters.integer("num_trees", 5, 1, Integer.MAX_VALUE),
                parameters.flag("n_iter_no_change", true),
                parameters.decimal("tol", 1e-4, 0, Double.MAX_VALUE),
                parameters.integer("bin_num", 32, 2, MOST_BINS),
                parameters.decimal("binning_error", 1e-4, 0, 1),
                Sampling.read(parameters, homo),
                parameters.integer("random_seed", 100, 0, Integer.MAX_VALUE),
                homo ? LEAST_KEY_LENGTH : keyLength(parameters.section("encrypt_param")),
                parameters.flag("use_missing", false),
                parameters.flag("zero_as_missing", false),
                homo ? 0 : completeSecure(parameters),
                !homo && parameters.flag("cipher_compress", true),
                strategy,
                parameters
                        .choice("multi_mode", "single_output", "single_output", "multi_output")
                        .equals("multi_output"),
                homo ? new Inference(false, false, false) : inference(parameters),
                Callbacks.read(parameters, homo ? Flavour.HOMO_LR : Flavour.HETERO_LR),
                CrossValidation.read(parameters),
                threshold(parameters.section("predict_param")));
        read.check(parameters, homo);
        ignored(parameters, homo).refuseOthers();
        return read;
    }

    private void check(Parameters parameters, boolean homo) {
        if (zeroAsMissing && !useMissing) {
            throw parameters.wrong("zero_as_missing", "needs use_missing to be true, too");
        }
        if (multiOutput && !homo && (strategy.kind() != Strategy.Kind.STD || !compress)) {
            throw parameters.wrong("multi_mode", "multi_output needs boosting_strategy std and cipher_compress true");
        }
        if (crossValidation.wanted() && crossValidation.historyOfInstances()) {
            throw parameters.wrong("cv_param.history_value_type", "must be score: instances are not supported");
        }
        if (inference.encrypted() && strategy.kind() == Strategy.Kind.MIX) {
            throw parameters.wrong("EINI_inference", "must be false with boosting_strategy mix");
        }
    }

    private static int keyLength(Parameters section) {
        section.choice("method", "Paillier", "Paillier", "ipcl", "IterativeAffine", "RandomIterativeAffine");
        int length = section.integer("key_length", 2048, LEAST_KEY_LENGTH, GREATEST_KEY_LENGTH);
        if (length % 2 != 0) {
            throw section.wrong("key_length", "must be even, not " + length);
        }
        section.refuseOthers();
        return length;
    }

    private static int completeSecure(Parameters parameters) {
        JsonNode given = parameters.any("complete_secure");
        return given.isBoolean()
                ? (given.asBoolean() ? 1 : 0)
                : parameters.integer("complete_secure", 0, 0, Integer.MAX_VALUE);
    }

    private static Inference inference(Parameters parameters) {
        return new Inference(
                parameters.flag("EINI_inference", false),
                parameters.flag("EINI_random_mask", false),
                parameters.flag("EINI_complexity_check", false));
    }

    private static double threshold(Parameters section) {
        double threshold = section.decimal("threshold", 0.5, 0, 1);
        section.refuseOthers();
        return threshold;
    }

    /** What has no effect: in FATE neither, or it is decided by the inputs. */
    private static Parameters ignored(Parameters parameters, boolean homo) {
        parameters.ignore("is_warm_start");
        return homo
                ? parameters.ignore("backend").ignore("encrypt_param")
                : parameters
                        .ignore("sparse_optimization")
                        .ignore("cipher_compress_error")
                        .ignore("new_ver")
                        .ignore("encrypted_mode_calculator_param");
    }
}
