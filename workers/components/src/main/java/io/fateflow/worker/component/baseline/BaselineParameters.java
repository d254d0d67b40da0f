package io.fateflow.worker.component.baseline;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.component.linear.parameter.LinearParameters;

/**
 * FATE's {@code LocalBaselineParam}; its {@code model_opts} are scikit-learn's.
 *
 * @param penalized whether the squares of coefficients are part of what is made small
 * @param lossWeight scikit-learn's C, by which losses count against the penalty
 * @param solver scikit-learn's word; whatever it is, the same minimum is looked for, in the way of lbfgs
 * @param oneVsRest whether the user asks for a model for each class, if there are more than two
 */
record BaselineParameters(
        boolean penalized,
        double lossWeight,
        boolean fitIntercept,
        String solver,
        int maxIterations,
        double tolerance,
        boolean oneVsRest,
        double threshold) {

    static BaselineParameters read(Parameters parameters) {
        parameters.choice("model_name", "LogisticRegression", "LogisticRegression");
        Parameters options = parameters.section("model_opts");
        Parameters predict = parameters.section("predict_param");
        BaselineParameters read = new BaselineParameters(
                !options.isNull("penalty")
                        && options.choice("penalty", "l2", "l2", "none").equals("l2"),
                options.decimal("C", 1, Double.MIN_NORMAL, Double.MAX_VALUE),
                options.flag("fit_intercept", true),
                options.choice("solver", "lbfgs", "lbfgs", "newton-cg", "sag", "saga"),
                options.integer("max_iter", 100, 1, Integer.MAX_VALUE),
                options.decimal("tol", 1e-4, Double.MIN_NORMAL, Double.MAX_VALUE),
                options.choice("multi_class", "auto", "auto", "ovr").equals("ovr"),
                predict.decimal("threshold", 0.5, 0, 1));
        // how fast, and how often it is said, but not what comes out
        options.ignore("n_jobs")
                .ignore("verbose")
                .ignore("random_state")
                .ignore("warm_start")
                .ignore("dual");
        options.refuseOthers();
        predict.refuseOthers();
        parameters.refuseOthers();
        return read;
    }

    /** The parameters of a logistic regression, for whose form of a model ours is written and read. */
    static LinearParameters form() {
        return LinearParameters.read(
                new Parameters("LocalBaseline", JsonNodeFactory.instance.objectNode()), Flavour.HETERO_LR);
    }
}
