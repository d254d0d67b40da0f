package io.fateflow.worker.component.intersection;

import io.fateflow.worker.exchange.Exchange;

/** The full names of FATE's transfer variables, by method, and their tag. */
record Variables(String prefix) {

    /** Everything happens in the phase {@code fit}. */
    static final String TAG = "fit";

    static final String USE_MATCH_ID = common("use_match_id");
    static final String CACHE_ID_FROM_HOST = common("cache_id_from_host");
    static final String CACHE_ID = common("cache_id");
    static final String JOIN = common("join_method");

    private static final String MATCH_IDS = module("match_id_intersect", "MatchIDIntersect");

    /** Those of one method. */
    static Variables of(String method) {
        String name = Character.toUpperCase(method.charAt(0)) + method.substring(1);
        return new Variables(module(method + "_intersect", name + "Intersect"));
    }

    /** Row ids of common rows, from the role that gives them. */
    static String idMap(String role) {
        return MATCH_IDS + "id_map_from_" + role;
    }

    /** Its other rows' ids. */
    static String joinIds(String role) {
        return common("join_id_from_" + role);
    }

    String name(String variable) {
        return prefix + variable;
    }

    RecordChannel channel(Exchange exchange, String variable) {
        return new RecordChannel(exchange, name(variable));
    }

    private static String common(String variable) {
        return module("intersection_func", "IntersectionFunc") + variable;
    }

    private static String module(String file, String type) {
        return "federatedml.transfer_variable.transfer_class." + file + "_transfer_variable." + type
                + "TransferVariable.";
    }
}
