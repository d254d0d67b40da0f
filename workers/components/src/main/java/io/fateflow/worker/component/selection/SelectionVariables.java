package io.fateflow.worker.component.selection;

/** FATE's names for what crosses. */
final class SelectionVariables {

    private static final String VARIABLES =
            "federatedml.transfer_variable.transfer_class.hetero_feature_selection_transfer_variable"
                    + ".HeteroFeatureSelectionTransferVariable.";

    /** Host to guest: the anonymous names of the columns that the guest may take away. */
    static final String HOST_SELECT_COLS = VARIABLES + "host_select_cols";

    /** Guest to host: those of them that stay. */
    static final String RESULT_LEFT_COLS = VARIABLES + "result_left_cols";

    private SelectionVariables() {}
}
