package io.fateflow.worker.component.imputation;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.TableInfo;

/**
 * Fills the gaps of instances: NaN, and numbers that stand for it. With a model it fills what and by what the training
 * data was filled. Streams, with a pass over the rows for each column's statistic.
 */
@AutoService(Component.class)
public final class FeatureImputation implements Component {

    @Override
    public String module() {
        return "FeatureImputation";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        ImputationParameters.from(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        ImputationParameters parameters = ImputationParameters.from(context.parameters());
        InstanceTable data = InstanceTable.find(context.tables(), context.requireInput());
        ImputationModel model = context.model().isPresent()
                ? ImputationModel.load(context.model().get())
                : new ImputationFit(parameters, data, context.task().self()).fit();
        List<ColumnFill> fills = model.fills();
        int[] places = fills.stream()
                .mapToInt(fill -> data.header().indexOf(fill.column()))
                .toArray();
        if (IntStream.of(places).anyMatch(place -> place < 0)) {
            throw new IOException(context.task().self() + ": the data lacks columns that the model fills; it needs "
                    + fills.stream().map(ColumnFill::column).toList());
        }
        long[] counts = new long[places.length];
        TableInfo output = data.map(
                context.newOutputTable(),
                data.schema(),
                instance -> instance.withFeatures(fill(instance.features(), model, places, counts)));
        double[] ratios = IntStream.range(0, counts.length)
                .mapToDouble(i -> (double) counts[i] / output.count())
                .toArray();
        context.output(0, output);
        context.output(model.toModel(ratios));
        model.summary(ratios).properties().forEach(entry -> context.results()
                .summary(entry.getKey(), entry.getValue()));
    }

    private static Features fill(Features features, ImputationModel model, int[] places, long[] counts) {
        double[] values = new double[features.size()];
        features.forEach((column, value) -> values[column] = value);
        for (int i = 0; i < places.length; i++) {
            if (model.isMissing(values[places[i]])) {
                values[places[i]] = model.fills().get(i).value();
                counts[i]++;
            }
        }
        return new DenseFeatures(values);
    }
}
