package io.fateflow.worker.component.columns;

import java.io.IOException;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.TableName;

/** Data, column by column. */
public final class Columns {

    private Columns() {}

    /**
     * The component's input, all of it.
     *
     * @throws IOException if it has none
     */
    public static DataSet input(ComponentContext context) throws IOException {
        TableName table = context.input("data")
                .or(() -> context.input("train_data"))
                .orElseThrow(() -> new IOException(context.task().module() + " at "
                        + context.task().self() + " has no input data: name it under data in the DSL"));
        return DataSet.load(context.tables(), table);
    }

    /** The values of one column; with the zeros that sparse data leave out, and NaN where missing. */
    public static double[] values(DataSet data, int place) {
        return data.instances().stream()
                .mapToDouble(instance -> instance.features().get(place))
                .toArray();
    }
}
