package io.fateflow.worker.component.homo;

/** FATE's transfer variables of the secure aggregator; {@code fedavg} is how FATE's trainer tells its own from others. */
final class HomoVariables {

    /** The package of FATE's classes. */
    static final String BLOCKS = "federatedml.framework.homo.blocks";

    static final String UUID = "UUIDTransVar.fedavg_uuid";
    static final String DH_PARAMETERS = "DHTransVar.fedavg_pubkey";
    static final String DH_OWN = "DHTransVar.fedavg_p_power_r";
    static final String DH_ALL = "DHTransVar.fedavg_p_power_r_bc";
    static final String TO_SERVER = "CommunicatorTransVar.fedavg_client_to_server";
    static final String TO_CLIENT = "CommunicatorTransVar.fedavg_server_to_client";

    static final String WEIGHT = "agg_weight";
    static final String LOCAL_MODEL = "local_model_";
    static final String MODEL = "agg_model_";
    static final String LOCAL_LOSS = "local_loss_";
    static final String STATUS = "converge_status_";

    private HomoVariables() {}
}
