package io.fateflow.worker.component.boosting.validate;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.linear.data.Predictions;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/** This component's output of predictions, in FATE's columns. Closed without commit, nothing is left. */
public final class PredictionTable implements AutoCloseable {

    private final ComponentContext context;
    private final List<String> classes;
    private final double threshold;
    private final TableWriter writer;

    /**
     * An empty table.
     *
     * @param classes names, in ascending order; none of a regression
     * @param threshold above which the second of two classes is predicted
     */
    public PredictionTable(ComponentContext context, TableSchema source, List<String> classes, double threshold)
            throws IOException {
        this.context = context;
        this.classes = List.copyOf(classes);
        this.threshold = threshold;
        this.writer = context.tables()
                .create(
                        context.newOutputTable(),
                        TableSchema.of(source.sid(), Predictions.COLUMNS, source.partitions()));
    }

    /**
     * Adds predictions.
     *
     * @param predictions of each row: the probability of the second class, of each class, or a number
     * @param type such as {@code train}
     */
    public void add(ColumnTable data, double[][] predictions, String type, UnaryOperator<String> id)
            throws IOException {
        for (int row = 0; row < data.size(); row++) {
            writer.add(new Row(id.apply(data.ids().get(row)), values(data, row, predictions[row], type)));
        }
    }

    /** Makes it the component's first output. */
    public void commit() throws IOException {
        context.output(0, writer.commit());
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }

    private List<String> values(ColumnTable data, int row, double[] prediction, String type) {
        String label = label(data, row);
        if (classes.isEmpty()) {
            String number = Double.toString(prediction[0]);
            return List.of(label, number, number, "{\"label\": " + number + "}", type);
        }
        double[] all = classes.size() > 2 ? prediction : new double[] {1 - prediction[0], prediction[0]};
        int best = classes.size() > 2 ? ScoreMetrics.greatest(all) : prediction[0] > threshold ? 1 : 0;
        double score = classes.size() > 2 ? all[best] : prediction[0];
        return List.of(label, classes.get(best), Double.toString(score), detail(all), type);
    }

    private String detail(double[] all) {
        StringBuilder detail = new StringBuilder();
        for (int k = 0; k < all.length; k++) {
            detail.append(k == 0 ? "{" : ", ")
                    .append(JsonNodeFactory.instance.textNode(classes.get(k)))
                    .append(": ")
                    .append(all[k]);
        }
        return detail.append('}').toString();
    }

    /** None is FATE's word for no label. */
    private static String label(ColumnTable data, int row) {
        double label = data.labels()[row];
        if (Double.isNaN(label)) {
            return "None";
        }
        return data.schema().integerLabel() ? Long.toString((long) label) : Double.toString(label);
    }
}
