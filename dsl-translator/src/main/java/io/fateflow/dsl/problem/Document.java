package io.fateflow.dsl.problem;

import java.util.Locale;

/** The file a problem is in. */
public enum Document {
    DSL,
    CONF,
    /** A FATE test suite file. */
    SUITE,
    /** A file with extra modules. */
    MODULES,
    /** A file to be written. */
    OUTPUT;

    /** The name shown to users, such as {@code dsl}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
