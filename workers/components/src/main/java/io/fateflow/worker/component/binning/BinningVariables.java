package io.fateflow.worker.component.binning;

/** FATE's names for what crosses. */
final class BinningVariables {

    private static final String VARIABLES =
            "federatedml.transfer_variable.transfer_class.hetero_feature_binning_transfer_variable"
                    + ".HeteroFeatureBinningTransferVariable.";

    /** Guest to hosts. */
    static final String PAILLIER_PUBKEY = VARIABLES + "paillier_pubkey";

    /** Guest to hosts. */
    static final String ENCRYPTED_LABEL = VARIABLES + "encrypted_label";

    /** Host to guest. */
    static final String ENCRYPTED_BIN_SUM = VARIABLES + "encrypted_bin_sum";

    /** Host to guest: how the host's columns are binned. */
    static final String OPTIMAL_INFO = VARIABLES + "optimal_info";

    /** Guest to a host with optimal binning: by column, the last of the first bins in each new one. */
    static final String BUCKET_IDX = VARIABLES + "bucket_idx";

    static final String TAG = "fit";

    private BinningVariables() {}
}
