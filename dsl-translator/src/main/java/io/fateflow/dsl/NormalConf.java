package io.fateflow.dsl;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The conf with party ids as integers, which peers compare type-strictly. */
final class NormalConf {

    private NormalConf() {}

    static ObjectNode of(ObjectNode conf, Roster roster, Party initiator) {
        ObjectNode normal = conf.deepCopy();
        roster.partyIds().forEach((role, ids) -> {
            ArrayNode list = normal.withObject("/role").putArray(role);
            ids.forEach(id -> list.add(number(id)));
        });
        ((ObjectNode) normal.path("initiator")).set("party_id", number(initiator.partyId()));
        return normal;
    }

    /** As Jackson reads it, so that comparing trees works. */
    private static NumericNode number(long id) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return id <= Integer.MAX_VALUE ? nodes.numberNode((int) id) : nodes.numberNode(id);
    }
}
