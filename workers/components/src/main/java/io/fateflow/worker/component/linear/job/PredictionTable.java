package io.fateflow.worker.component.linear.job;

import java.io.IOException;
import java.util.function.UnaryOperator;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.linear.data.Predictions;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/** This component's output of predictions, of several kinds one after the other. Closed without commit, nothing is left. */
final class PredictionTable implements AutoCloseable {

    private final ComponentContext context;
    private final TableWriter writer;

    PredictionTable(ComponentContext context, TableSchema source) throws IOException {
        this.context = context;
        this.writer = context.tables()
                .create(
                        context.newOutputTable(),
                        TableSchema.of(source.sid(), Predictions.COLUMNS, source.partitions()));
    }

    /** Adds predictions under their rows' ids. */
    void add(Predictions predictions, String type) throws IOException {
        add(predictions, type, id -> id);
    }

    void add(Predictions predictions, String type, UnaryOperator<String> id) throws IOException {
        for (int i = 0; i < predictions.size(); i++) {
            Row row = predictions.row(i, type);
            writer.add(new Row(id.apply(row.id()), row.values()));
        }
    }

    /** Makes it the component's first output. */
    void commit() throws IOException {
        context.output(0, writer.commit());
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
