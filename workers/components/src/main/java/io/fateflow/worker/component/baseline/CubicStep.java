package io.fateflow.worker.component.baseline;

/**
 * Moré and Thuente's choice of the next step: between the minimum of the cubic through two steps and that of a quadratic,
 * by which of the four cases of values and slopes it is.
 *
 * @param best so far
 * @param other end of the interval, if there is one
 * @param tried last
 * @param inside whether a minimum is known to be between best and other
 */
record CubicStep(LineSearch.Known best, LineSearch.Known other, LineSearch.Known tried, boolean inside) {

    private static final double SAFELY = 0.66;

    /** Whether the function turned from falling to rising between best and tried. */
    boolean turned() {
        return tried.slope() * Math.signum(best.slope()) < 0;
    }

    /** Whether there is a minimum between best and tried. */
    boolean brackets() {
        return tried.value() > best.value() || turned();
    }

    double next(double most, double least) {
        double secant = tried.step() + tried.slope() / (tried.slope() - best.slope()) * (best.step() - tried.step());
        if (tried.value() > best.value()) {
            return higher();
        }
        if (turned()) {
            double cubic = minimum(tried, best);
            return farther(cubic, secant);
        }
        if (Math.abs(tried.slope()) < Math.abs(best.slope())) {
            return flatter(secant, most, least);
        }
        if (inside) {
            return minimum(tried, other);
        }
        return tried.step() > best.step() ? most : least;
    }

    private double higher() {
        double cubic = minimum(best, tried);
        double width = tried.step() - best.step();
        double slope = (best.value() - tried.value()) / width + best.slope();
        double quadratic = best.step() + best.slope() / slope / 2 * width;
        return Math.abs(cubic - best.step()) < Math.abs(quadratic - best.step())
                ? cubic
                : cubic + (quadratic - cubic) / 2;
    }

    private double flatter(double secant, double most, double least) {
        double theta = theta(best, tried);
        double scale = scale(theta, best, tried);
        double root = scale
                * Math.sqrt(
                        Math.max(0, theta / scale * (theta / scale) - best.slope() / scale * (tried.slope() / scale)));
        double gamma = tried.step() > best.step() ? -root : root;
        double share = (gamma - tried.slope() + theta) / (gamma + (best.slope() - tried.slope()) + gamma);
        double cubic;
        if (share < 0 && gamma != 0) {
            cubic = tried.step() + share * (best.step() - tried.step());
        } else {
            cubic = tried.step() > best.step() ? most : least;
        }
        if (!inside) {
            return Math.max(least, Math.min(most, farther(cubic, secant)));
        }
        double nearer = Math.abs(cubic - tried.step()) < Math.abs(secant - tried.step()) ? cubic : secant;
        double bound = tried.step() + SAFELY * (other.step() - tried.step());
        return tried.step() > best.step() ? Math.min(bound, nearer) : Math.max(bound, nearer);
    }

    private double farther(double cubic, double secant) {
        return Math.abs(cubic - tried.step()) > Math.abs(secant - tried.step()) ? cubic : secant;
    }

    /** Of the cubic through two steps, with their slopes; seen from the first. */
    private static double minimum(LineSearch.Known a, LineSearch.Known b) {
        double theta = theta(a, b);
        double scale = scale(theta, a, b);
        double root = scale * Math.sqrt(theta / scale * (theta / scale) - a.slope() / scale * (b.slope() / scale));
        double gamma = b.step() < a.step() ? -root : root;
        double share = (gamma - a.slope() + theta) / (gamma - a.slope() + gamma + b.slope());
        return a.step() + share * (b.step() - a.step());
    }

    private static double theta(LineSearch.Known a, LineSearch.Known b) {
        return 3 * (a.value() - b.value()) / (b.step() - a.step()) + a.slope() + b.slope();
    }

    private static double scale(double theta, LineSearch.Known a, LineSearch.Known b) {
        return Math.max(Math.abs(theta), Math.max(Math.abs(a.slope()), Math.abs(b.slope())));
    }
}
