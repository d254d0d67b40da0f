package io.fateflow.worker.component.linear.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Party;

/**
 * What all parties know of the data before columns are chosen.
 *
 * @param rows how many there are
 * @param host the host's anonymous names of its columns
 * @param guest the guest's
 */
record ColumnCounts(int rows, List<String> host, List<String> guest) {

    private static final String HOST_DATA_INFO = "host_data_info";
    private static final String GUEST_DATA_INFO = "guest_data_info";

    /** Host and guest tell the others. */
    static ColumnCounts agree(LinearVariables transfer, LearningParty side, Optional<LinearData> own)
            throws IOException, InterruptedException {
        Party host = side.hosts().get(0);
        JsonNode ofHost = told(transfer, HOST_DATA_INFO, side, host, own);
        JsonNode ofGuest = told(transfer, GUEST_DATA_INFO, side, side.guest(), own);
        return new ColumnCounts(ofHost.path("count").asInt(), names(ofHost), names(ofGuest));
    }

    private static JsonNode told(
            LinearVariables transfer, String variable, LearningParty side, Party teller, Optional<LinearData> own)
            throws IOException, InterruptedException {
        if (!side.self().equals(teller)) {
            return transfer.receiveJson(variable, teller);
        }
        LinearData data = own.orElseThrow();
        ObjectNode info = JsonNodeFactory.instance.objectNode().put("count", data.size());
        ArrayNode names = info.putArray("anonymous_header");
        data.schema().anonymousHeader().forEach(names::add);
        for (Party other : List.of(side.arbiter(), side.isGuest() ? side.hosts().get(0) : side.guest())) {
            transfer.sendJson(variable, other, info);
        }
        return info;
    }

    private static List<String> names(JsonNode info) {
        List<String> names = new ArrayList<>();
        info.path("anonymous_header").forEach(name -> names.add(name.asText()));
        return names;
    }
}
