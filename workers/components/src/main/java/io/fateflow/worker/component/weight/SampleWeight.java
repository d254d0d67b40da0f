package io.fateflow.worker.component.weight;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.summary.ColumnSummary;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;

/**
 * Gives instances weights: those of a column, which is no feature any more, or one for each class; a class without one
 * weighs 1. Weights below zero are warned of, as FATE does, and used. Streams.
 */
@AutoService(Component.class)
public final class SampleWeight implements Component {

    private static final Logger log = LoggerFactory.getLogger(SampleWeight.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Override
    public String module() {
        return "SampleWeight";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        Weighting.from(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        Weighting given = Weighting.from(context.parameters());
        TableName input = context.requireInput();
        InstanceTable data = InstanceTable.find(context.tables(), input);
        Weighting weighting = context.model().map(Weighting::load).orElse(given);
        if (weighting.isNone()) {
            context.output(0, context.tables().copy(input, context.newOutputTable(), data.table()));
            return;
        }
        if (weighting.column().isEmpty() && !data.schema().hasLabel()) {
            throw new IOException(context.task().self() + ": the data has no label to weigh by; use sample_weight_name,"
                    + " or set need_run to false here");
        }
        Weighting fitted = weighting.fitted(data);
        AtomicBoolean negative = new AtomicBoolean();
        context.output(
                0,
                fitted.column().isEmpty()
                        ? byClass(context, data, fitted, negative)
                        : byColumn(context, data, fitted, negative));
        if (negative.get()) {
            log.warn("some weights are below zero: their rows pull a model away from their labels");
        }
        context.output(model(fitted, data.header()));
        report(context, fitted);
    }

    private static TableInfo byClass(
            ComponentContext context, InstanceTable data, Weighting weighting, AtomicBoolean negative)
            throws IOException {
        return data.map(
                context.newOutputTable(),
                data.schema().withWeights(true),
                instance -> weigh(instance, weighting.byClass().getOrDefault(instance.label(), 1.0), negative));
    }

    private static Instance weigh(Instance instance, double weight, AtomicBoolean negative) {
        if (weight < 0) {
            negative.set(true);
        }
        return instance.withWeight(weight);
    }

    private static TableInfo byColumn(
            ComponentContext context, InstanceTable data, Weighting weighting, AtomicBoolean negative)
            throws IOException {
        int place = data.header().indexOf(weighting.column());
        if (place < 0) {
            throw new IOException(context.task().self() + ": Cannot find weight column of given sample_weight_name '"
                    + weighting.column() + "'; the columns are " + data.header());
        }
        double base = weighting.normalize()
                ? ColumnSummary.of(data.numbers(place)).get(0).mean()
                : 1;
        int[] others = IntStream.range(0, data.header().size())
                .filter(column -> column != place)
                .toArray();
        return data.map(context.newOutputTable(), without(data.schema(), others).withWeights(true), instance -> weigh(
                        instance, instance.features().get(place) / base, negative)
                .withFeatures(instance.features().select(others)));
    }

    private static InstanceSchema without(InstanceSchema schema, int... columns) {
        return schema.withHeader(
                IntStream.of(columns).mapToObj(schema.header()::get).toList(),
                IntStream.of(columns).mapToObj(schema.anonymousHeader()::get).toList());
    }

    private static Model model(Weighting weighting, List<String> header) {
        ObjectNode meta = JSON.objectNode()
                .put("sampleWeightName", weighting.column())
                .put("normalize", weighting.normalize())
                .put("needRun", true);
        ObjectNode param = JSON.objectNode();
        param.set("header", ProtobufJson.texts(header));
        param.put("weightMode", weighting.mode()).set("classWeight", weighting.classWeights());
        return new Model("SampleWeight", "SampleWeightModelMeta", meta, "SampleWeightModelParam", param);
    }

    private static void report(ComponentContext context, Weighting weighting) {
        ObjectNode metas = JSON.objectNode().put("weight_mode", weighting.mode());
        metas.set("class_weight", weighting.classWeights());
        weighting.classWeights().fieldNames().forEachRemaining(metas.putArray("classes")::add);
        metas.put("sample_weight_name", weighting.column());
        context.results()
                .metric(new Metric(
                        "train", "sample_weight", "SAMPLE_WEIGHT", metas, Map.of("sample_weight", IntNode.valueOf(0))));
    }
}
