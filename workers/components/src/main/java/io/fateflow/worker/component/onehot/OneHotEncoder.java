package io.fateflow.worker.component.onehot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.node.IntNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.columns.ColumnChoice;
import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.InstanceSchema;

/**
 * Makes of each chosen column one column for each of its values, which must be whole numbers. With a model it makes the
 * same columns of other data; a value that the training data had not is 0 in all of them. Streams.
 */
@AutoService(Component.class)
public final class OneHotEncoder implements Component {

    /** FATE's {@code ONE_HOT_LIMIT}. */
    private static final int MOST_VALUES = 1024;

    @Override
    public String module() {
        return "OneHotEncoder";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        choice(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        ColumnChoice choice = choice(context.parameters());
        InstanceTable data = InstanceTable.find(context.tables(), context.requireInput());
        Party self = context.task().self();
        Encoding encoding = context.model().isPresent()
                ? Encoding.load(context.model().get())
                : new Encoding(data.header(), values(data, choice.in(data.header(), self), self));
        encode(context, data, encoding, module());
    }

    /** Makes the columns, and leaves data, model and summary. */
    static void encode(ComponentContext context, InstanceTable data, Encoding encoding, String module)
            throws IOException {
        Party self = context.task().self();
        if (!encoding.header().equals(data.header())) {
            throw new IOException(self + ": the data has the columns " + data.header() + ", the model was trained on "
                    + encoding.header());
        }
        InstanceSchema schema = data.schema()
                .withHeader(
                        encoding.resultHeader(),
                        encoding.anonymous(data.schema().anonymousHeader()));
        List<double[]> byColumn = byColumn(encoding);
        int width = schema.header().size();
        context.output(
                0,
                data.map(
                        context.newOutputTable(),
                        schema,
                        instance -> instance.withFeatures(features(instance.features(), byColumn, width))));
        context.output(encoding.toModel(module));
        context.results()
                .summary("original_dimension", IntNode.valueOf(data.header().size()));
        context.results().summary("transferred_dimension", IntNode.valueOf(width));
    }

    static ColumnChoice choice(Parameters parameters) {
        ColumnChoice choice = ColumnChoice.read(parameters, "transform_col_indexes", "transform_col_names", true);
        parameters.refuseOthers();
        return choice;
    }

    static Map<String, SortedSet<Long>> values(InstanceTable data, List<Integer> columns, Party self)
            throws IOException {
        List<SortedSet<Long>> values =
                columns.stream().<SortedSet<Long>>map(column -> new TreeSet<>()).toList();
        long[] row = {0};
        data.forEach(instance -> {
            row[0]++;
            for (int i = 0; i < values.size(); i++) {
                int column = columns.get(i);
                add(
                        instance.features().get(column),
                        values.get(i),
                        () -> self + ": column " + data.header().get(column) + " of row " + row[0]);
            }
        });
        Map<String, SortedSet<Long>> byName = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            byName.put(data.header().get(columns.get(i)), values.get(i));
        }
        return byName;
    }

    private static void add(double value, SortedSet<Long> values, Supplier<String> place) throws IOException {
        if (value != Math.rint(value)) {
            throw new IOException(
                    place.get() + " is not a whole number: Onehot input data support integer or string only");
        }
        if (values.add((long) value) && values.size() > MOST_VALUES) {
            throw new IOException(place.get() + " is one value too many: one-hot encoding takes " + MOST_VALUES);
        }
    }

    /** The values of each column that is encoded; none for the others. */
    private static List<double[]> byColumn(Encoding encoding) {
        List<double[]> byColumn = new ArrayList<>();
        encoding.header()
                .forEach(name -> byColumn.add(encoding.values(name).stream()
                        .mapToDouble(Long::doubleValue)
                        .toArray()));
        return byColumn;
    }

    private static Features features(Features features, List<double[]> byColumn, int width) {
        double[] encoded = new double[width];
        int place = 0;
        for (int column = 0; column < byColumn.size(); column++) {
            double value = features.get(column);
            double[] values = byColumn.get(column);
            if (values.length == 0) {
                encoded[place++] = value;
            }
            for (double each : values) {
                encoded[place++] = each == value ? 1 : 0;
            }
        }
        return new DenseFeatures(encoded);
    }
}
