package io.fateflow.worker.component.correlation;

/**
 * What crosses. FATE adds up secret shares (SPDZ) where we encrypt; the names of its variables for the columns stay, and
 * what has no counterpart there has names of the same kind.
 */
final class CorrelationVariables {

    private static final String VARIABLES = "federatedml.statistic.correlation.hetero_pearson.PearsonTransferVariable.";

    /** Host to guest. */
    static final String ANONYMOUS_HOST = VARIABLES + "anonymous_host";

    /** Guest to host. */
    static final String ANONYMOUS_GUEST = VARIABLES + "anonymous_guest";

    /** Guest to host. */
    static final String PAILLIER_PUBKEY = VARIABLES + "paillier_pubkey";

    /** Guest to host: one column of the guest's, standardized and encrypted; the tag ends with its place. */
    static final String ENCRYPTED_COLUMN = VARIABLES + "encrypted_column";

    /** Host to guest: its sums of products with all columns of the host. */
    static final String ENCRYPTED_PRODUCTS = VARIABLES + "encrypted_products";

    /** Guest to host: the correlations, row by row. */
    static final String CORRELATIONS = VARIABLES + "correlations";

    static final String TAG = "fit";

    private CorrelationVariables() {}
}
