package io.fateflow.worker.component.binning;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.exchange.Party;

import static io.fateflow.worker.component.columns.ProtobufJson.longs;
import static io.fateflow.worker.component.columns.ProtobufJson.texts;

/** FATE's messages {@code FeatureBinningMeta} and {@code FeatureBinningParam}. */
final class BinningModel {

    static final String MODULE = "HeteroFeatureBinning";
    static final String META = "FeatureBinningMeta";
    static final String PARAM = "FeatureBinningParam";

    private final FittedBinning fitted;

    BinningModel(FittedBinning fitted) {
        this.fitted = fitted;
    }

    /**
     * Writes it.
     *
     * @throws ParameterException if a column is to be transformed that is not binned
     */
    Model toModel() {
        return new Model(MODULE, META, meta(), PARAM, param());
    }

    private ObjectNode meta() {
        BinningParameters parameters = fitted.parameters();
        ObjectNode meta = JsonNodeFactory.instance
                .objectNode()
                .put("needRun", true)
                .put("method", parameters.method().fateName())
                .put("compressThres", Integer.toString(parameters.compressThres()))
                .put("headSize", Integer.toString(parameters.headSize()))
                .put("error", parameters.error())
                .put("binNum", Integer.toString(parameters.binNum()));
        meta.set("cols", texts(fitted.columns().stream().map(BinnedColumn::name).toList()));
        meta.put("adjustmentFactor", parameters.adjustmentFactor()).put("localOnly", parameters.localOnly());
        ObjectNode transform = meta.putObject("transformParam");
        transform.set("transformCols", longs(transformed()));
        transform.put("transformType", parameters.transformType().fateName());
        return meta.put("skipStatic", parameters.skipStatic())
                .put(
                        "optimalMetricMethod",
                        parameters.isOptimal() ? parameters.optimal().metric().fateName() : "");
    }

    private long[] transformed() {
        List<Integer> binned =
                fitted.columns().stream().map(BinnedColumn::place).toList();
        if (fitted.parameters().transformed().all()) {
            return binned.stream().mapToLong(Integer::longValue).toArray();
        }
        List<String> header = fitted.data().header();
        List<Integer> wanted =
                fitted.parameters().transformed().in(header, fitted.own().party());
        for (int place : wanted) {
            if (!binned.contains(place)) {
                throw new ParameterException("transform_param asks for column " + header.get(place) + " of "
                        + fitted.own().party() + ", which is not binned: add it to bin_names, or leave it out");
            }
        }
        return wanted.stream().mapToLong(Integer::longValue).toArray();
    }

    private ObjectNode param() {
        ObjectNode param = JsonNodeFactory.instance.objectNode();
        param.set("binningResult", fitted.own().toJson(0));
        ArrayNode hostResults = param.putArray("hostResults");
        fitted.others().forEach(host -> hostResults.add(host.toJson(0)));
        param.set("header", texts(fitted.data().header()));
        param.set("headerAnonymous", texts(fitted.data().schema().anonymousHeader()));
        param.put("modelName", "binning_model");
        param.set("multiClassResult", multiClassResult());
        return param;
    }

    private ObjectNode multiClassResult() {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode own = result.putArray("results");
        addAll(own, fitted.own());
        result.set("labels", texts(fitted.labels()));
        ArrayNode hosts = result.putArray("hostResults");
        fitted.others().forEach(host -> addAll(hosts, host));
        result.set(
                "hostPartyIds",
                texts(fitted.hosts().stream().map(Party::partyId).toList()));
        return result.put("hasHostResult", !fitted.others().isEmpty());
    }

    private void addAll(ArrayNode results, PartyBins party) {
        for (int event = 0; event < fitted.events(); event++) {
            results.add(party.toJson(event));
        }
    }
}
