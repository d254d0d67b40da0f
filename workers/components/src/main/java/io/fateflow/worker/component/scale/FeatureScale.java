package io.fateflow.worker.component.scale;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.TableInfo;

/**
 * Scales features column by column: {@code (x - min) / (max - min)}, or {@code (x - mean) / standard deviation} of the
 * population. With a model it scales as the training data was. Streams; sparse data becomes dense.
 */
@AutoService(Component.class)
public final class FeatureScale implements Component {

    @Override
    public String module() {
        return "FeatureScale";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        ScaleParameters.from(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        ScaleParameters parameters = ScaleParameters.from(context.parameters());
        InstanceTable data = InstanceTable.find(context.tables(), context.requireInput());
        ScaleModel model = context.model().isPresent()
                ? ScaleModel.load(context.model().get())
                : ScaleModel.of(
                        parameters,
                        data.header(),
                        new ScaleFit(parameters, data, context.task().self()).fit());
        context.output(0, scale(context, data, model.scales()));
        context.output(model.model());
        ObjectNode metas = JsonNodeFactory.instance
                .objectNode()
                .put("method", model.model().meta().path("method").asText());
        context.results().metric(new Metric("train", "scale", "SCALE", metas, Map.of()));
        model.summary().properties().forEach(entry -> context.results().summary(entry.getKey(), entry.getValue()));
    }

    private static TableInfo scale(ComponentContext context, InstanceTable data, List<ColumnScale> scales)
            throws IOException {
        int[] places = scales.stream()
                .mapToInt(scale -> data.header().indexOf(scale.name()))
                .toArray();
        for (int i = 0; i < places.length; i++) {
            if (places[i] < 0) {
                throw new IOException(context.task().self() + ": the data lacks the column "
                        + scales.get(i).name() + " that the model scales");
            }
        }
        return data.map(
                context.newOutputTable(),
                data.schema().withSparse(false),
                instance -> instance.withFeatures(scale(instance.features(), places, scales)));
    }

    private static Features scale(Features features, int[] places, List<ColumnScale> scales) {
        double[] values = new double[features.size()];
        features.forEach((column, value) -> values[column] = value);
        for (int i = 0; i < places.length; i++) {
            values[places[i]] = scales.get(i).apply(values[places[i]]);
        }
        return new DenseFeatures(values);
    }
}
