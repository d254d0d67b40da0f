package io.fateflow.worker.component.boosting.hetero;

/** FATE's transfer variables of boosted trees, and a few that FATE has no need of, because its tables have ids. */
final class Variables {

    private static final String CLASSES = "federatedml.transfer_variable.transfer_class.";

    /** Of the whole training. */
    static final String BOOSTING = CLASSES + "hetero_boosting_transfer_variable.HeteroBoostingTransferVariable";

    /** Of one tree. */
    static final String TREE = CLASSES + "hetero_decision_tree_transfer_variable.HeteroDecisionTreeTransferVariable";

    /** Of predictions. */
    static final String PREDICT =
            CLASSES + "hetero_secure_boosting_predict_transfer_variable.HeteroSecureBoostTransferVariable";

    /** Of validation while training. */
    static final String VALIDATION = CLASSES + "validation_strategy_transfer_variable.ValidationStrategyVariable";

    /** Of cross validation. */
    static final String FOLDS = CLASSES + "cross_validation_transfer_variable.CrossValidationTransferVariable";

    static final String PLAN = "plan";
    static final String SAMPLE_IDS = "sample_ids";
    static final String PUBLIC_KEY = "paillier_pubkey";
    static final String BOOSTER_DIM = "booster_dim";
    static final String STOP_FLAG = "stop_flag";
    static final String VALIDATION_STATUS = "validation_status";

    static final String TREE_PLAN = "tree_plan";
    static final String SAMPLED_ROWS = "sampled_rows";
    static final String GRADIENTS = "encrypted_grad_and_hess";
    static final String NODE_QUEUE = "tree_node_queue";
    static final String NODE_POSITIONS = "node_positions";
    static final String SPLIT_INFO = "encrypted_splitinfo_host";
    static final String BEST_SPLIT = "federated_best_splitinfo_host";
    static final String DISPATCH = "dispatch_node_host";
    static final String DISPATCH_RESULT = "dispatch_node_host_result";
    static final String FINAL_POSITIONS = "final sample pos";
    static final String TREE_STRUCTURE = "tree";

    static final String IMPORTANCE = "host_feature_importance";
    static final String PREDICT_STOP = "predict_stop_flag";
    static final String GUEST_DATA = "guest_predict_data";
    static final String HOST_DATA = "host_predict_data";
    static final String INTER_HOST_DATA = "inter_host_data";

    private Variables() {}
}
