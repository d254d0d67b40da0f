package io.fateflow.worker.component.linear.job;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.data.Predictions;
import io.fateflow.worker.component.linear.parameter.CrossValidation;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/**
 * The output of cross validation: which row was in which fold, with its score where the party has one. Ids are FATE's:
 * {@code <id>#fold<number>#<train or validate>}. Without history it is the data as it came.
 */
final class FoldHistory implements AutoCloseable {

    private static final List<String> FOLD_NUMBER = List.of("fold_num");

    private final ComponentContext context;
    private final CrossValidation parameters;
    private final LearningParty side;
    private final LinearData all;
    private final TableWriter writer;

    FoldHistory(ComponentContext context, CrossValidation parameters, LearningParty side, LinearData all)
            throws IOException {
        this.context = context;
        this.parameters = parameters;
        this.side = side;
        this.all = all;
        this.writer = context.tables().create(context.newOutputTable(), schema());
    }

    /** Adds the rows of one fold. */
    void add(int fold, String type, LinearData data, Optional<Predictions> predictions) throws IOException {
        if (!parameters.keepsHistory()) {
            return;
        }
        for (int row = 0; row < data.size(); row++) {
            String id = data.id(row) + "#fold" + fold + "#" + type;
            if (parameters.historyOfInstances()) {
                Instance instance = data.source().instances().get(row);
                writer.add(
                        new Instance(id, instance.matchId(), instance.label(), instance.weight(), instance.features()));
            } else if (predictions.isPresent()) {
                writer.add(new Row(id, predictions.get().row(row, type).values()));
            } else {
                writer.add(new Row(id, List.of(Integer.toString(fold))));
            }
        }
    }

    /** Makes it the component's first output. */
    void commit() throws IOException {
        if (!parameters.keepsHistory()) {
            for (Instance instance : all.source().instances()) {
                writer.add(instance);
            }
        }
        context.output(0, writer.commit());
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }

    private TableSchema schema() {
        TableSchema source = all.source().table();
        if (!parameters.keepsHistory() || parameters.historyOfInstances()) {
            return source;
        }
        return TableSchema.of(source.sid(), side.hasLabels() ? Predictions.COLUMNS : FOLD_NUMBER, source.partitions());
    }
}
