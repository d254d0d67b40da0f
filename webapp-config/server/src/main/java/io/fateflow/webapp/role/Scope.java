package io.fateflow.webapp.role;

/** On what an action may be done; the later one allows more. */
public enum Scope {
    NOTHING,

    /** On jobs that the account has submitted, and on what those have left; on nothing that names anybody else's. */
    OWN,

    EVERYTHING;

    Scope or(Scope other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
