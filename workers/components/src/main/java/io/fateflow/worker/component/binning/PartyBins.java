package io.fateflow.worker.component.binning;

import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.exchange.Party;

/** What is known of one party's columns. */
record PartyBins(Party party, List<ColumnBins> columns) {

    PartyBins {
        columns = List.copyOf(columns);
    }

    /** FATE's {@code FeatureBinningResult} for one class that is an event. */
    ObjectNode toJson(int event) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode byColumn = json.putObject("binningResult");
        columns.forEach(column -> byColumn.set(column.name(), column.toJson(event)));
        return json.put("role", party.role()).put("partyId", party.partyId());
    }
}
