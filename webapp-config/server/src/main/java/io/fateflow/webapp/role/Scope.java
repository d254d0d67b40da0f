package io.fateflow.webapp.role;

/** On what an action may be done; the later one allows more. */
public enum Scope {
    NOTHING,

    /** On jobs that the account has submitted, and on what those have left; on nothing that names anybody else's. */
    OWN,

    /** On all jobs and tables of a project at least, and on what is its own elsewhere if its roles say so. */
    PROJECT,

    EVERYTHING;

    Scope or(Scope other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
