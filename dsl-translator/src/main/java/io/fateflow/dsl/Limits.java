package io.fateflow.dsl;

/** How big a job may be. Real jobs have tens of components and a handful of parties. */
public final class Limits {

    /** Most components in one DSL. */
    public static final int COMPONENTS = 2_000;

    /** Most edges of one DAG: each is a sequence flow in the process. */
    public static final int EDGES = 10_000;

    /** Most parties in one conf, counting a site once per role. */
    public static final int PARTIES = 1_000;

    /** Most task rows of one job: components times parties. */
    public static final int TASKS = 100_000;

    /** Most characters of the conf times parties: each party gets its own merged parameters. */
    static final long CONF_CHARACTERS_TIMES_PARTIES = 64L * 1024 * 1024;

    private Limits() {}
}
