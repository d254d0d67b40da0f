package io.fateflow.worker.component.linear.parameter;

import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.linear.optimize.Convergence;
import io.fateflow.worker.component.linear.optimize.Initializer;
import io.fateflow.worker.component.linear.optimize.LearningRate;
import io.fateflow.worker.component.linear.optimize.Optimizer;
import io.fateflow.worker.component.linear.optimize.Penalty;
import io.fateflow.worker.crypto.paillier.PaillierVectors;

/**
 * The parameters of HeteroLR, HeteroLinR, their forms without an arbiter, and HomoLR, with FATE's names and defaults.
 *
 * @param aggregateEvery after so many iterations the parties' models are averaged; 1 but for homo models
 * @param threshold above which a score means the class 1
 * @param keyLength of Paillier's modulus, in bits
 * @param exposure the guest's column of a Poisson regression that says how long each row was observed; empty for none
 * @param reveal who gets to know which weights, where they are shared secrets
 * @param curvature what the optimizer {@code sqn} goes by
 */
public record LinearParameters(
        Flavour flavour,
        Penalty penalty,
        Optimizer.Kind optimizer,
        LearningRate learningRate,
        int maxIterations,
        Convergence.Kind earlyStop,
        double tolerance,
        Initializer initializer,
        Batching batching,
        int aggregateEvery,
        Callbacks callbacks,
        CrossValidation crossValidation,
        Stepwise stepwise,
        double threshold,
        int keyLength,
        Reveal reveal,
        String exposure,
        Curvature curvature) {

    private static final int LEAST_KEY_LENGTH = 1024;
    private static final int GREATEST_KEY_LENGTH = 8192;

    /**
     * Reads and checks all.
     *
     * @throws io.fateflow.worker.component.ParameterException naming the parameter that is wrong, or not supported here
     */
    public static LinearParameters read(Parameters parameters, Flavour flavour) {
        LinearParameters read = new LinearParameters(
                flavour,
                penalty(parameters, flavour),
                optimizer(parameters, flavour),
                new LearningRate(
                        parameters.decimal("learning_rate", 0.01, 0, Double.MAX_VALUE),
                        parameters.decimal("decay", 1, 0, Double.MAX_VALUE),
                        parameters.flag("decay_sqrt", true)),
                parameters.integer("max_iter", flavour.defaultMaxIterations(), 1, Integer.MAX_VALUE),
                choice(parameters, "early_stop", Convergence.Kind.DIFF, Convergence.Kind.class),
                parameters.decimal("tol", 1e-4, 0, Double.MAX_VALUE),
                initializer(parameters.section("init_param")),
                Batching.read(parameters, flavour),
                flavour.isHomo() ? parameters.integer("aggregate_iters", 1, 1, Integer.MAX_VALUE) : 1,
                Callbacks.read(parameters, flavour),
                CrossValidation.read(parameters),
                Stepwise.read(parameters, flavour),
                threshold(parameters.section("predict_param")),
                keyLength(parameters.section("encrypt_param"), flavour),
                Reveal.read(parameters, flavour),
                flavour == Flavour.HETERO_POISSON ? parameters.text("exposure_colname", "") : "",
                curvature(parameters, flavour));
        read.reveal().require(read, parameters);
        if (flavour.isClassifier()) {
            parameters.choice("multi_class", "ovr", "ovr");
        }
        if (flavour.isHomo()) {
            refuseProximal(parameters);
        } else {
            refuseOtherPrecision(parameters);
        }
        ignored(parameters, flavour).refuseOthers();
        return read;
    }

    private static Penalty penalty(Parameters parameters, Flavour flavour) {
        Penalty.Kind kind = parameters.isNull("penalty")
                ? Penalty.Kind.NONE
                : choice(parameters, "penalty", Penalty.Kind.L2, Penalty.Kind.class);
        if (flavour.isHomo() && kind == Penalty.Kind.L1) {
            throw parameters.wrong("penalty", "must be L2 or none: HomoLR has no L1");
        }
        return new Penalty(kind, parameters.decimal("alpha", 1, 0, Double.MAX_VALUE));
    }

    private static Optimizer.Kind optimizer(Parameters parameters, Flavour flavour) {
        Optimizer.Kind kind = choice(parameters, "optimizer", flavour.defaultOptimizer(), Optimizer.Kind.class);
        if (flavour == Flavour.HETERO_POISSON && kind == Optimizer.Kind.NESTEROV_MOMENTUM_SGD) {
            throw parameters.wrong("optimizer", "must be sgd, rmsprop, adam or adagrad for HeteroPoisson");
        }
        if (kind == Optimizer.Kind.SQN && !flavour.mayLookAtCurvature()) {
            throw parameters.wrong("optimizer", "must not be sqn but for HeteroLinR and HeteroLR: choose sgd or adam");
        }
        return kind;
    }

    private static Curvature curvature(Parameters parameters, Flavour flavour) {
        return flavour.mayLookAtCurvature() ? Curvature.read(parameters.section("sqn_param")) : Curvature.DEFAULT;
    }

    private static Initializer initializer(Parameters section) {
        JsonNode seed = section.any("random_seed");
        Initializer read = new Initializer(
                choice(section, "init_method", Initializer.Kind.RANDOM_UNIFORM, Initializer.Kind.class),
                section.decimal("init_const", 1, -Double.MAX_VALUE, Double.MAX_VALUE),
                section.flag("fit_intercept", true),
                seed.isMissingNode() ? null : (long) section.integer("random_seed", 0, 0, Integer.MAX_VALUE));
        section.refuseOthers();
        return read;
    }

    private static double threshold(Parameters section) {
        double threshold = section.decimal("threshold", 0.5, 0, 1);
        section.refuseOthers();
        return threshold;
    }

    private static int keyLength(Parameters section, Flavour flavour) {
        int length = section.integer("key_length", 2048, LEAST_KEY_LENGTH, GREATEST_KEY_LENGTH);
        if (length % 2 != 0) {
            throw section.wrong("key_length", "must be even, not " + length);
        }
        if (flavour.isHomo()) {
            section.ignore("method");
        } else {
            section.choice("method", "Paillier", "Paillier");
        }
        section.refuseOthers();
        return length;
    }

    private static void refuseProximal(Parameters parameters) {
        if (parameters.flag("use_proximal", false)) {
            throw parameters.wrong("use_proximal", "must be false: the proximal term is not supported");
        }
    }

    private static void refuseOtherPrecision(Parameters parameters) {
        int bits = parameters.integer("floating_point_precision", PaillierVectors.FRACTION_BITS, 0, 64);
        if (bits != PaillierVectors.FRACTION_BITS) {
            throw parameters.wrong(
                    "floating_point_precision", "must be " + PaillierVectors.FRACTION_BITS + ", not " + bits);
        }
    }

    /** What has no effect: FATE's too, or its meaning is decided by the inputs, or by another parameter that was refused. */
    private static Parameters ignored(Parameters parameters, Flavour flavour) {
        parameters.ignore("is_warm_start");
        if (flavour.isShared()) {
            parameters.ignore("shuffle").ignore("batch_strategy").ignore("masked_rate");
        }
        return flavour.isHomo()
                ? parameters.ignore("re_encrypt_batches").ignore("mu")
                : parameters.ignore("sqn_param").ignore("encrypted_mode_calculator_param");
    }

    private static <E extends Enum<E>> E choice(Parameters parameters, String name, E defaultValue, Class<E> type) {
        String chosen =
                parameters.choice(name, fateName(defaultValue), names(type).split(", "));
        return Enum.valueOf(type, chosen.toUpperCase(Locale.ROOT));
    }

    private static <E extends Enum<E>> String names(Class<E> type) {
        StringBuilder names = new StringBuilder();
        for (E each : type.getEnumConstants()) {
            names.append(names.isEmpty() ? "" : ", ").append(fateName(each));
        }
        return names.toString();
    }

    /** An enum's constant as FATE writes it. */
    public static String fateName(Enum<?> value) {
        return value instanceof Penalty.Kind ? value.name() : value.name().toLowerCase(Locale.ROOT);
    }
}
