package io.fateflow.worker.component.correlation;

import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Results;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.InstanceSchema;

/** FATE's {@code PearsonModelParam}, filled step by step. */
final class PearsonParam {

    private static final String CORR = "corr";

    private final ObjectNode json = JsonNodeFactory.instance.objectNode();
    private final ObjectNode summary = JsonNodeFactory.instance.objectNode();
    private final ArrayNode parties;
    private final ArrayNode shapes;
    private final ArrayNode allNames;

    PearsonParam(Party self, InstanceSchema schema) {
        json.put("party", name(self));
        parties = json.putArray("parties");
        json.put("shape", 0);
        shapes = json.putArray("shapes");
        json.set("names", ProtobufJson.texts(schema.header()));
        ArrayNode anonymous = json.putArray("anonymousMap");
        for (int i = 0; i < schema.header().size(); i++) {
            anonymous
                    .addObject()
                    .put("anonymous", schema.anonymousHeader().get(i))
                    .put("name", schema.header().get(i));
        }
        json.putArray(CORR);
        json.putArray("localCorr");
        allNames = json.putArray("allNames");
        json.putArray("localVif");
        json.put("modelName", HeteroPearson.MODULE);
    }

    /** The correlations of as many columns, row by row. */
    void local(int columns, double... correlations) {
        json.put("shape", columns);
        json.set("localCorr", ProtobufJson.doubles(correlations));
        summary.put("num_local_features", columns);
        summary.set("local_corr", rows(correlations, columns));
    }

    void vif(double... factors) {
        json.set("localVif", ProtobufJson.doubles(factors));
    }

    /** A party whose columns are in it; the guest comes first. */
    void party(Party party, List<String> names) {
        parties.add(name(party));
        shapes.add(names.size());
        allNames.addObject().set("names", ProtobufJson.texts(names));
    }

    /** The correlations of the guest's columns with the host's, row by row. */
    void cross(int remoteColumns, int hostColumns, double... correlations) {
        json.set(CORR, ProtobufJson.doubles(correlations));
        summary.put("num_remote_features", remoteColumns);
        summary.set(CORR, rows(correlations, hostColumns));
    }

    Model toModel() {
        return new Model(
                HeteroPearson.MODULE,
                "HeteroPearsonModelMeta",
                JsonNodeFactory.instance.objectNode().set("shapes", JsonNodeFactory.instance.arrayNode()),
                "HeteroPearsonModelParam",
                json);
    }

    void addSummary(Results results) {
        summary.properties().forEach(each -> results.summary(each.getKey(), each.getValue()));
    }

    private static ArrayNode rows(double[] values, int width) {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        for (int from = 0; from < values.length; from += width) {
            rows.add(ProtobufJson.doubles(Arrays.copyOfRange(values, from, from + width)));
        }
        return rows;
    }

    private static String name(Party party) {
        return "(" + party.role() + "," + party.partyId() + ")";
    }
}
