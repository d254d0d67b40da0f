package io.fateflow.worker.component.onehot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
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
 * Makes of each chosen column one column for each of its values, which must be whole numbers or texts. With a model it makes the
 * same columns of other data; a value that the training data had not is 0 in all of them. Streams.
 */
@AutoService(Component.class)
public final class OneHotEncoder implements Component {

    /** FATE's {@code ONE_HOT_LIMIT}. */
    private static final int MOST_VALUES = 1024;

    private static final int NOWHERE = -1;

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
        InstanceTable data = InstanceTable.findWithTexts(context.tables(), context.requireInput());
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
        List<Map<Double, Integer>> places = places(encoding, data.schema());
        int[] widths = encoding.header().stream()
                .mapToInt(column -> encoding.values(column).size())
                .toArray();
        int width = schema.header().size();
        context.output(
                0,
                data.map(
                        context.newOutputTable(),
                        schema,
                        instance -> instance.withFeatures(features(instance.features(), places, widths, width))));
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

    static Map<String, SortedSet<String>> values(InstanceTable data, List<Integer> columns, Party self)
            throws IOException {
        List<SortedSet<String>> values = columns.stream()
                .<SortedSet<String>>map(column -> Category.none())
                .toList();
        List<List<String>> texts = texts(data.schema());
        long[] row = {0};
        data.forEach(instance -> {
            row[0]++;
            for (int i = 0; i < values.size(); i++) {
                int column = columns.get(i);
                add(
                        category(
                                instance.features().get(column),
                                texts.get(column),
                                () -> self + ": column " + data.header().get(column) + " of row " + row[0]),
                        values.get(i),
                        () -> self + ": column " + data.header().get(column) + " of row " + row[0]);
            }
        });
        Map<String, SortedSet<String>> byName = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            byName.put(data.header().get(columns.get(i)), values.get(i));
        }
        return byName;
    }

    /** A feature's value as text. */
    private static String category(double value, List<String> texts, Supplier<String> place) throws IOException {
        if (!texts.isEmpty()) {
            return texts.get((int) value);
        }
        if (value != Math.rint(value)) {
            throw new IOException(
                    place.get() + " is not a whole number: Onehot input data support integer or string only");
        }
        return Category.of(value);
    }

    private static void add(String value, SortedSet<String> values, Supplier<String> place) throws IOException {
        if (values.add(value) && values.size() > MOST_VALUES) {
            throw new IOException(place.get() + " is one value too many: one-hot encoding takes " + MOST_VALUES);
        }
    }

    /** By column, the texts that its numbers stand for; none for a column of numbers. */
    private static List<List<String>> texts(InstanceSchema schema) {
        return schema.header().stream()
                .map(column -> schema.texts().getOrDefault(column, List.of()))
                .toList();
    }

    /** What a row has in each of a column's new columns: by feature value, the place of the one that is 1. */
    private static List<Map<Double, Integer>> places(Encoding encoding, InstanceSchema schema) {
        List<Map<Double, Integer>> places = new ArrayList<>();
        for (String column : encoding.header()) {
            List<String> texts = schema.texts().getOrDefault(column, List.of());
            Map<Double, Integer> ofColumn = new HashMap<>();
            int place = 0;
            for (String value : encoding.values(column)) {
                double feature = texts.isEmpty() ? number(value) : placeOf(value, texts);
                ofColumn.putIfAbsent(feature, place++);
            }
            // a gap is none of the values
            ofColumn.put(Double.NaN, NOWHERE);
            places.add(ofColumn);
        }
        return places;
    }

    /** What the model has of texts is in no column of numbers. */
    private static double number(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException text) {
            return Double.NaN;
        }
    }

    /** A text that the data has not is never looked for. */
    private static double placeOf(String value, List<String> texts) {
        int exact = texts.indexOf(value);
        return exact >= 0 ? exact : texts.stream().map(Category::read).toList().indexOf(value);
    }

    private static Features features(Features features, List<Map<Double, Integer>> places, int[] widths, int width) {
        double[] encoded = new double[width];
        int next = 0;
        for (int column = 0; column < places.size(); column++) {
            double value = features.get(column);
            Map<Double, Integer> ofColumn = places.get(column);
            if (widths[column] == 0) {
                encoded[next++] = value;
            } else {
                int place = ofColumn.getOrDefault(value == 0 ? 0.0 : value, NOWHERE);
                if (place != NOWHERE) {
                    encoded[next + place] = 1;
                }
                next += widths[column];
            }
        }
        return new DenseFeatures(encoded);
    }
}
