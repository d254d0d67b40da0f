package io.fateflow.worker.component.correlation;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.columns.ProtobufJson;

/**
 * What one party tells the other of its columns.
 *
 * @param names anonymous
 * @param varying the places of columns that vary
 * @param ids of the rows, in the guest's order; a host names none
 */
record PartyColumns(List<String> names, List<Integer> varying, List<String> ids) {

    PartyColumns {
        names = List.copyOf(names);
        varying = List.copyOf(varying);
        ids = List.copyOf(ids);
    }

    /** As a host tells it: it takes the guest's rows, and has its own for itself. */
    PartyColumns withoutRows() {
        return new PartyColumns(names, varying, List.of());
    }

    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("names", ProtobufJson.texts(names));
        ArrayNode places = json.putArray("varying");
        varying.forEach(places::add);
        json.set("ids", ProtobufJson.texts(ids));
        return json;
    }

    static PartyColumns fromJson(JsonNode json) {
        List<Integer> varying = new ArrayList<>();
        json.path("varying").forEach(place -> varying.add(place.asInt()));
        return new PartyColumns(ProtobufJson.texts(json.path("names")), varying, ProtobufJson.texts(json.path("ids")));
    }
}
