package io.fateflow.worker.component.boosting.validate;

import java.io.IOException;
import java.util.List;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/** The output of cross validation at a party without labels: which row was in which fold, under FATE's ids. */
public final class FoldTable implements AutoCloseable {

    private static final List<String> COLUMNS = List.of("fold_num");

    private final ComponentContext context;
    private final TableWriter writer;

    public FoldTable(ComponentContext context, TableSchema source) throws IOException {
        this.context = context;
        this.writer = context.tables()
                .create(context.newOutputTable(), TableSchema.of(source.sid(), COLUMNS, source.partitions()));
    }

    /** A row's id in the output. */
    public static String id(String id, int fold, String type) {
        return id + "#fold" + fold + "#" + type;
    }

    public void add(ColumnTable data, int fold, String type) throws IOException {
        for (String id : data.ids()) {
            writer.add(new Row(id(id, fold, type), List.of(Integer.toString(fold))));
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
}
