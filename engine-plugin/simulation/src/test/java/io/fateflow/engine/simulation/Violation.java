package io.fateflow.engine.simulation;

/** Something happened that must never happen. */
final class Violation extends AssertionError {

    private static final long serialVersionUID = 1;

    Violation(String what) {
        super(what);
    }
}
