package io.fateflow.operations.doctor;

import java.util.Locale;

/** How bad a finding is. */
public enum Severity {

    /** Something that must always be true is not: a mistake of this program, or a hand in its database. */
    ERROR,

    /** Nothing is broken, but it does not go on without somebody. */
    WARNING;

    /** As it is shown. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
