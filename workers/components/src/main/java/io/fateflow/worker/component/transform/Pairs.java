package io.fateflow.worker.component.transform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.SparseFeatures;
import io.fateflow.worker.table.TextRow;

/** The fields of sparse data, {@code index:value}, and of tag data, {@code tag} or {@code tag:value}. */
final class Pairs {

    private static final int NONE = -1;

    private final RowFormat format;
    private final int first;
    private final boolean indexed;
    private final boolean valued;
    private final String delimiter;
    private final byte[] delimiterBytes;
    private final Map<String, Integer> tags = new HashMap<>();
    private final TextRow parts = new TextRow();
    private final int columns;

    Pairs(RowFormat format, Layout layout) {
        this.format = format;
        this.first = layout.firstPair();
        this.indexed = format.input().equals(RowFormat.SPARSE);
        this.valued = indexed || format.tagWithValue();
        this.delimiter = indexed ? ":" : format.tagValueDelimiter();
        this.delimiterBytes = delimiter.getBytes(StandardCharsets.UTF_8);
        this.columns = layout.header().size();
        layout.header().forEach(name -> tags.put(name, tags.size()));
    }

    /** What the features of all rows are called: tags in their order, or {@code x0} up to the largest index. */
    static List<String> header(FieldRows rows, RowFormat format) throws IOException {
        Pairs pairs = new Pairs(format, Layout.pairs(format, List.of()));
        TreeSet<String> names = new TreeSet<>();
        int[] largest = {NONE};
        rows.forEach((row, fields) -> pairs.forEach(fields, () -> {
            if (pairs.indexed) {
                largest[0] = Math.max(largest[0], pairs.index());
            } else {
                names.add(pairs.parts.text(0));
            }
        }));
        return pairs.indexed
                ? IntStream.rangeClosed(0, largest[0]).mapToObj(i -> "x" + i).toList()
                : List.copyOf(names);
    }

    /** A feature that the row does not have is 0, one that is not in the header is left out; the last of two counts. */
    Features features(TextRow fields, boolean sparse) throws BadFieldException {
        TreeMap<Integer, Double> values = new TreeMap<>();
        forEach(fields, () -> {
            int column = column();
            if (column != NONE) {
                values.put(column, value());
            }
        });
        return sparse ? sparse(values) : dense(values);
    }

    /** Only the values that a row has. */
    void cells(TextRow fields, CellParser parser, double[] values, byte[] states) throws BadFieldException {
        forEach(fields, () -> {
            int column = column();
            if (column != NONE) {
                String name = parts.text(0);
                try {
                    states[column] = parser.parse(parts, 1, format.integer(name), values, column);
                } catch (BadFieldException bad) {
                    throw bad.in("column " + name);
                }
            }
        });
    }

    @FunctionalInterface
    private interface PairConsumer {
        void accept() throws BadFieldException;
    }

    private void forEach(TextRow fields, PairConsumer consumer) throws BadFieldException {
        for (int place = first; place < fields.size(); place++) {
            if (fields.length(place) > 0) {
                show(fields, place);
                consumer.accept();
            }
        }
    }

    private void show(TextRow fields, int place) throws BadFieldException {
        if (!valued) {
            fields.part(place, parts);
            return;
        }
        fields.split(place, delimiterBytes, parts);
        if (parts.size() != 2) {
            String form = (indexed ? "index" : "tag") + delimiter + "value";
            throw new BadFieldException("has no " + form + " in field " + (place + 1) + " behind its id");
        }
    }

    private int column() throws BadFieldException {
        if (!indexed) {
            return tags.getOrDefault(parts.text(0), NONE);
        }
        int index = index();
        return index < columns ? index : NONE;
    }

    private int index() throws BadFieldException {
        try {
            int index = Math.toIntExact(parts.integer(0));
            if (index >= 0) {
                return index;
            }
        } catch (NumberFormatException | ArithmeticException noIndex) {
            // said below
        }
        throw new BadFieldException("has an index that is not a whole number from 0");
    }

    private double value() throws BadFieldException {
        if (!valued) {
            return 1;
        }
        String name = indexed ? "x" + parts.text(0) : parts.text(0);
        try {
            return CellParser.number(parts, 1, format.integer(name));
        } catch (BadFieldException bad) {
            throw bad.in("column " + name);
        }
    }

    private SparseFeatures sparse(SortedMap<Integer, Double> values) {
        int[] places = values.keySet().stream().mapToInt(Integer::intValue).toArray();
        double[] numbers =
                values.values().stream().mapToDouble(Double::doubleValue).toArray();
        return new SparseFeatures(columns, places, numbers);
    }

    private DenseFeatures dense(SortedMap<Integer, Double> values) {
        double[] numbers = new double[columns];
        values.forEach((column, value) -> numbers[column] = value);
        return new DenseFeatures(numbers);
    }
}
