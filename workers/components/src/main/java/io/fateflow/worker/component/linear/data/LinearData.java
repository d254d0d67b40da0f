package io.fateflow.worker.component.linear.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;

/**
 * Rows that a linear model is trained with or predicts, checked; a row is known by its place, from 0.
 *
 * @param source what they were read from, with as many instances in the same order
 * @param labels one for each row, as the model takes them; NaN where there is none
 * @param scale what instances' weights are multiplied with, so that their mean over the rows trained with is 1
 */
// nobody compares data
@SuppressWarnings("ArrayRecordComponent")
public record LinearData(DataSet source, double[] labels, double scale) {

    /** Labels as they are. */
    public static LinearData of(DataSet source) {
        return new LinearData(source, source.labels(), 1);
    }

    public int size() {
        return source.size();
    }

    public InstanceSchema schema() {
        return source.schema();
    }

    public List<String> header() {
        return source.header();
    }

    public String id(int row) {
        return instance(row).id();
    }

    public List<String> ids() {
        return source.ids();
    }

    public Features features(int row) {
        return instance(row).features();
    }

    public double label(int row) {
        return labels[row];
    }

    public boolean weighted() {
        return schema().weighted();
    }

    /** 1 if rows have no weights. */
    public double weight(int row) {
        return instance(row).weight() * scale;
    }

    /** Places by id. */
    public Map<String, Integer> places() {
        Map<String, Integer> places = new HashMap<>(size() * 2);
        for (int row = 0; row < size(); row++) {
            places.put(id(row), row);
        }
        return places;
    }

    /** Weights that sum up to the number of rows, as FATE scales them before training. */
    public LinearData withScaledWeights() {
        double sum = source.instances().stream().mapToDouble(Instance::weight).sum();
        if (sum == 0) {
            throw new IllegalArgumentException("the rows' weights add up to 0, so nothing can be learned from them");
        }
        return new LinearData(source, labels, size() / sum);
    }

    /** The same rows with other labels. */
    public LinearData withLabels(DoubleUnaryOperator change) {
        return new LinearData(source, Arrays.stream(labels).map(change).toArray(), scale);
    }

    /** Some rows, in the given order. */
    public LinearData rows(int... rows) {
        DataSet some = source.with(
                schema(), IntStream.of(rows).mapToObj(this::instance).toList());
        return new LinearData(
                some, IntStream.of(rows).mapToDouble(row -> labels[row]).toArray(), scale);
    }

    /** All rows' places. */
    public int[] all() {
        return IntStream.range(0, size()).toArray();
    }

    /** All rows' places in the order of their ids as texts, whatever that of the table is: FATE parts its batches so. */
    public int[] byId() {
        return IntStream.range(0, size())
                .boxed()
                .sorted(Comparator.comparing(this::id))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * The columns of a model, in its order.
     *
     * @throws IllegalArgumentException naming the columns that are missing
     */
    public LinearData withColumns(List<String> columns) {
        if (columns.equals(header())) {
            return this;
        }
        List<String> missing = new ArrayList<>(columns);
        missing.removeAll(header());
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("the model was trained with columns that the data has not: "
                    + String.join(", ", missing) + "; it has " + header().size()
                    + " columns: give the model the same transformations as in training");
        }
        int[] places = columns.stream().mapToInt(header()::indexOf).toArray();
        return new LinearData(source.select(places), labels, scale);
    }

    private Instance instance(int row) {
        return source.instances().get(row);
    }
}
