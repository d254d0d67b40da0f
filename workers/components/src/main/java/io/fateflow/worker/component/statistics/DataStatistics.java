package io.fateflow.worker.component.statistics;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;

/**
 * Describes columns by FATE's statistics; hands the data on as it is. Missing values are counted, and left out of all
 * else. Quantiles are exact.
 */
@AutoService(Component.class)
public final class DataStatistics implements Component {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final DescribedColumns.Look look;

    public DataStatistics() {
        this(DescribedColumns::here);
    }

    /** Whose passes over the data are made elsewhere. */
    public DataStatistics(DescribedColumns.Look look) {
        this.look = look;
    }

    @Override
    public String module() {
        return "DataStatistics";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        StatisticsParameters.from(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        StatisticsParameters parameters = StatisticsParameters.from(context.parameters());
        TableName input = context.requireInput();
        InstanceTable data = InstanceTable.find(context.tables(), input);
        if (data.count() == 0) {
            throw new IOException(context.task().self() + ": the input table has no rows");
        }
        StatisticsFit fit = new StatisticsFit(parameters, data, context.task().self(), look);
        List<String> names = fit.names();
        Map<String, double[]> values = fit.fit();
        TableInfo output = context.tables().copy(input, context.newOutputTable(), data.table());
        context.output(0, output);
        context.output(
                new Model(module(), "StatisticMeta", meta(parameters, names), "ModelParam", param(names, values)));
        for (int i = 0; i < names.size(); i++) {
            context.results().summary(names.get(i), summary(values, i));
        }
    }

    private static ObjectNode summary(Map<String, double[]> values, int column) {
        ObjectNode summary = JSON.objectNode();
        values.forEach((statistic, ofColumns) ->
                summary.set(statistic, ProtobufJson.doubles(ofColumns[column]).get(0)));
        return summary;
    }

    private static ObjectNode meta(StatisticsParameters parameters, List<String> names) {
        ObjectNode meta = JSON.objectNode();
        ArrayNode statistics = meta.putArray("statistics");
        parameters.statistics().forEach(statistic -> statistics.add(statistic.text()));
        parameters.percentiles().forEach(statistics::add);
        names.forEach(meta.putArray("staticColumns")::add);
        return meta.put("quantileError", parameters.quantileError()).put("needRun", true);
    }

    private static ObjectNode param(List<String> names, Map<String, double[]> values) {
        ObjectNode param = JSON.objectNode();
        ArrayNode results = param.putObject("selfValues").putArray("results");
        values.forEach((statistic, ofColumns) -> {
            ObjectNode result = results.addObject();
            result.set("values", ProtobufJson.doubles(ofColumns));
            result.set("colNames", ProtobufJson.texts(names));
            result.put("valueName", statistic);
        });
        param.putObject("hostValues");
        return param.put("modelName", "statistic_model");
    }
}
