package io.fateflow.worker.component.selection;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Results;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.data.DataSet;

/**
 * All that one party knows after a selection.
 *
 * @param data as it was
 * @param selected columns that filters could take away
 */
record Selected(
        SelectionParameters parameters,
        DataSet data,
        List<String> selected,
        RemainingColumns progress,
        List<FilterResult> results,
        List<HostNames> hostNames) {

    static final String MODULE = "HeteroFeatureSelection";
    static final String PARAM = "FeatureSelectionParam";

    Selected {
        selected = List.copyOf(selected);
        results = List.copyOf(results);
        hostNames = List.copyOf(hostNames);
    }

    /** FATE's {@code HostColNames}. */
    record HostNames(String partyId, List<String> names) {}

    /** FATE's messages {@code FeatureSelectionMeta} and {@code FeatureSelectionParam}. */
    Model toModel() {
        return new Model(MODULE, "FeatureSelectionMeta", meta(), PARAM, param());
    }

    /** The columns that each filter left, and all of them. */
    void addSummary(Results summary) {
        results.forEach(result -> summary.summary(result.filter().resultName(), result.summary()));
        summary.summary("all", FilterResult.summary(data.header().size(), new ArrayList<>(progress.left())));
    }

    private ObjectNode meta() {
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        meta.set("filterMethods", ProtobufJson.texts(parameters.methods()));
        meta.set("cols", ProtobufJson.texts(selected));
        meta.put("needRun", true);
        ArrayNode metas = meta.putArray("filterMetas");
        results.forEach(result -> metas.add(result.filter().meta()));
        return meta;
    }

    private ObjectNode param() {
        ObjectNode param = JsonNodeFactory.instance.objectNode();
        ArrayNode all = param.putArray("results");
        results.forEach(result -> all.add(result.toJson()));
        param.set("finalLeftCols", FilterResult.leftCols(selected, progress.left()));
        param.set("colNames", ProtobufJson.texts(progress.sorted()));
        ArrayNode hosts = param.putArray("hostColNames");
        for (HostNames host : hostNames) {
            ObjectNode json = hosts.addObject();
            json.set("colNames", ProtobufJson.texts(host.names()));
            json.put("partyId", host.partyId());
        }
        param.set("header", ProtobufJson.texts(data.header()));
        ObjectNode anonymous = param.putObject("colNameToAnonymDict");
        for (int i = 0; i < data.header().size(); i++) {
            anonymous.put(data.header().get(i), data.schema().anonymousHeader().get(i));
        }
        return param;
    }
}
