package io.fateflow.worker.component.linear.hetero;

/** The names of FATE's transfer variables that all hetero linear models have. */
final class Variables {

    static final String PAILLIER_PUBKEY = "paillier_pubkey";
    static final String BATCH_INFO = "batch_info";
    static final String BATCH_DATA_INDEX = "batch_data_index";
    static final String BATCH_VALIDATE_INFO = "batch_validate_info";
    static final String USE_ASYNC = "use_async";
    static final String FORE_GRADIENT = "fore_gradient";
    static final String GUEST_GRADIENT = "guest_gradient";
    static final String GUEST_OPTIM_GRADIENT = "guest_optim_gradient";
    static final String HOST_GRADIENT = "host_gradient";
    static final String HOST_OPTIM_GRADIENT = "host_optim_gradient";
    static final String LOSS_INTERMEDIATE = "loss_intermediate";
    static final String HOST_LOSS_REGULAR = "host_loss_regular";
    static final String LOSS = "loss";
    static final String SQN_SAMPLE_INDEX = "sqn_sample_index";
    static final String HOST_SQN_FORWARDS = "host_sqn_forwards";
    static final String FORWARD_HESS = "forward_hess";
    static final String GUEST_HESS_VECTOR = "guest_hess_vector";
    static final String HOST_HESS_VECTOR = "host_hess_vector";
    static final String CONVERGE_FLAG = "converge_flag";

    private Variables() {}
}
