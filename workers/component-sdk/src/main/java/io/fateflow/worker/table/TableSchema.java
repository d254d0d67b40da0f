package io.fateflow.worker.table;

import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * What a table says about itself, in FATE's terms.
 *
 * @param header the columns' names, joined by the delimiter; empty if the file had none
 * @param sid the id column's name; empty if the file had none
 * @param meta FATE's {@code schema.meta}; empty if uploaded without
 * @param columns the columns that are stored: one for each feature, or {@link #VALUE} alone when rows have no fixed width
 * @param partitions how many partitions the user asked for; recorded, the file is not split
 * @param idDelimiter what parts the values of a row in the file it came from
 * @param haveHead whether that file had a header line
 * @param extendSid whether ids were made up at upload
 * @param autoIncreasingSid whether made-up ids count from 0
 * @param instances what transformed data is made of; null if the table holds text
 */
public record TableSchema(
        String header,
        String sid,
        ObjectNode meta,
        List<String> columns,
        int partitions,
        String idDelimiter,
        boolean haveHead,
        boolean extendSid,
        boolean autoIncreasingSid,
        @Nullable InstanceSchema instances) {

    /** The one column of a table whose rows have no fixed width: everything but the id, as one text. */
    public static final String VALUE = "value";

    public TableSchema {
        columns = List.copyOf(columns);
    }

    /** A table with named columns, as components make them. */
    public static TableSchema of(String sid, List<String> columns, int partitions) {
        return new TableSchema(
                String.join(",", columns),
                sid,
                JsonNodeFactory.instance.objectNode(),
                columns,
                partitions,
                ",",
                true,
                false,
                false,
                null);
    }

    /** A table of transformed data that was made of this one: its id, delimiter and partitions stay. */
    public TableSchema withInstances(InstanceSchema newInstances) {
        List<String> newColumns = newInstances.columns();
        return new TableSchema(
                String.join(idDelimiter, newColumns),
                sid,
                meta,
                newColumns,
                partitions,
                idDelimiter,
                true,
                extendSid,
                autoIncreasingSid,
                newInstances);
    }

    /**
     * What the transformed data is made of.
     *
     * @throws IllegalStateException if the table holds text
     */
    public InstanceSchema requireInstances() {
        if (instances == null) {
            throw new IllegalStateException("the table holds text and no instances: put a DataTransform before");
        }
        return instances;
    }

    /** The same with each row's values kept as one text. */
    public TableSchema joined() {
        return new TableSchema(
                header,
                sid,
                meta,
                List.of(VALUE),
                partitions,
                idDelimiter,
                haveHead,
                extendSid,
                autoIncreasingSid,
                instances);
    }

    /** The same with another {@code meta}. */
    public TableSchema withMeta(ObjectNode newMeta) {
        return new TableSchema(
                header,
                sid,
                newMeta,
                columns,
                partitions,
                idDelimiter,
                haveHead,
                extendSid,
                autoIncreasingSid,
                instances);
    }
}
