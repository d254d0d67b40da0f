package io.fateflow.worker.component.binning;

import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;

/**
 * The messages of {@link BinningModel}, of bins without statistics.
 *
 * @param places of the columns that are binned
 */
record HomoBinningModel(
        HomoBinningParameters parameters, DataSet data, List<Integer> places, List<SplitPoints> splits) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    Model toModel(ComponentContext context) {
        Party self = context.task().self();
        ObjectNode result = JSON.objectNode();
        ObjectNode byColumn = result.putObject("binningResult");
        for (int i = 0; i < places.size(); i++) {
            byColumn.set(data.header().get(places.get(i)), BinStatistics.jsonOf(splits.get(i)));
        }
        result.put("role", self.role()).put("partyId", self.partyId());
        ObjectNode param = JSON.objectNode();
        param.set("binningResult", result);
        param.putArray("hostResults");
        param.set("header", ProtobufJson.texts(data.header()));
        param.set("headerAnonymous", ProtobufJson.texts(data.schema().anonymousHeader()));
        param.put("modelName", "binning_model");
        ObjectNode classes = param.putObject("multiClassResult");
        classes.putArray("results").add(result.deepCopy());
        classes.putArray("labels");
        classes.putArray("hostResults");
        classes.set(
                "hostPartyIds",
                ProtobufJson.texts(context.parties().of("host").stream()
                        .map(Party::partyId)
                        .toList()));
        classes.put("hasHostResult", false);
        return new Model("HomoFeatureBinning", BinningModel.META, meta(self), BinningModel.PARAM, param);
    }

    private ObjectNode meta(Party self) {
        ObjectNode meta = JSON.objectNode()
                .put("needRun", true)
                .put("method", parameters.method())
                .put("compressThres", Integer.toString(parameters.compressThres()))
                .put("headSize", Integer.toString(parameters.headSize()))
                .put("error", parameters.error())
                .put("binNum", Integer.toString(parameters.binNum()));
        meta.set(
                "cols",
                ProtobufJson.texts(places.stream().map(data.header()::get).toList()));
        meta.put("adjustmentFactor", parameters.adjustmentFactor()).put("localOnly", false);
        ObjectNode transform = meta.putObject("transformParam");
        transform.set("transformCols", ProtobufJson.longs(transformed(self)));
        transform.put("transformType", parameters.transformType().fateName());
        return meta.put("skipStatic", false).put("optimalMetricMethod", "");
    }

    private long[] transformed(Party self) {
        List<Integer> wanted = parameters.transformed().all()
                ? places
                : parameters.transformed().in(data.header(), self);
        for (int place : wanted) {
            if (!places.contains(place)) {
                throw new ParameterException("transform_param asks for column "
                        + data.header().get(place) + " of " + self
                        + ", which is not binned: add it to bin_names, or leave it out");
            }
        }
        return wanted.stream().mapToLong(Integer::longValue).toArray();
    }
}
