package io.fateflow.worker.component.selection;

/** The boosting modules, each with a filter of its own, and the names that FATE gives their models. */
enum TreeModule {
    HETERO("hetero_sbt", "HeteroSecureBoost"),
    HETERO_FAST("hetero_fast_sbt", "HeteroFastSecureBoost"),
    HOMO("homo_sbt", "HomoSecureBoost");

    private static final String FILTER = "_filter";

    private final String modelName;
    private final String module;

    TreeModule(String modelName, String module) {
        this.modelName = modelName;
        this.module = module;
    }

    /** FATE's name of the filter. */
    String filter() {
        return modelName + FILTER;
    }

    String module() {
        return module;
    }

    /** Whether a model of this name is of this module; of the fast one it also says how its trees are made. */
    boolean wrote(String name) {
        return this == HETERO_FAST
                ? name.equals(modelName + "_layered") || name.equals(modelName + "_mix")
                : name.equals(modelName);
    }

    /** The module of a filter. */
    static TreeModule of(String filter) {
        for (TreeModule each : values()) {
            if (each.filter().equals(filter)) {
                return each;
            }
        }
        throw new IllegalArgumentException(filter + " is no filter by trees");
    }
}
