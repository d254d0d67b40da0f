package io.fateflow.worker.component.boosting.parameter;

import java.util.List;

import io.fateflow.worker.component.Parameters;

/**
 * FATE's {@code objective_param}: what trees are trained for.
 *
 * @param name FATE's name of the objective, such as {@code cross_entropy}
 * @param values of the objectives that need some
 */
public record ObjectiveParameters(String name, List<Double> values) {

    private static final String[] REGRESSION = {"lse", "lae", "huber", "fair", "log_cosh", "tweedie"};

    public ObjectiveParameters {
        values = List.copyOf(values);
    }

    /** The one value of an objective that needs it. */
    public double value() {
        return values.isEmpty() ? Double.NaN : values.get(0);
    }

    static ObjectiveParameters read(Parameters section, boolean classification) {
        String name =
                classification ? section.choice("objective", "cross_entropy", "cross_entropy") : regression(section);
        ObjectiveParameters read = new ObjectiveParameters(name, section.decimals("params"));
        section.refuseOthers();
        boolean positive = name.equals("huber") || name.equals("fair");
        if (positive && !(read.value() > 0)) {
            throw section.wrong("params", "must begin with a number greater than 0 for " + name);
        }
        if (name.equals("tweedie") && !(read.value() >= 1 && read.value() < 2)) {
            throw section.wrong("params", "must begin with a number from 1 and below 2 for tweedie");
        }
        return read;
    }

    /** FATE's default is no objective of a regression: its user has to choose. */
    private static String regression(Parameters section) {
        if (section.any("objective").isMissingNode()) {
            throw section.wrong("objective", "is missing: a regression needs one of " + String.join(", ", REGRESSION));
        }
        String name = section.choice("objective", "lse", REGRESSION);
        if (name.equals("fair")) {
            throw section.wrong("objective", "\"fair\" is not supported: FATE itself fails with it, choose \"huber\"");
        }
        return name;
    }
}
