package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.storage.DatabaseSource;
import io.fateflow.worker.component.storage.DatabaseTable;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

/**
 * A database's table that stands for a table where it is ({@code table/bind} with engine MYSQL or POSTGRESQL): it is read anew by
 * each job, with what an upload looks at. Rows pass by once; the ids stay in memory.
 */
final class BoundDatabase {

    private static final String DATABASE = "database";

    private BoundDatabase() {}

    /** Whether it is one, and no file. */
    static boolean is(ObjectNode how) {
        return how.path(DATABASE).isObject();
    }

    /**
     * Makes a table of it that is the job's own.
     *
     * @param how what Upload would be told, without a file, and {@code database}: address, id and features
     */
    static TableInfo read(ComponentContext context, ObjectNode how) throws IOException, InterruptedException {
        ObjectNode told = how.deepCopy();
        ObjectNode database = (ObjectNode) told.remove(DATABASE);
        TableName made = context.newOutputTable();
        DatabaseTable.Selection wanted = DatabaseTable.Selection.of(database);
        // read as Upload's, which are of a file; the table's name need be none that a file can have here
        told.put("namespace", made.namespace()).put("name", made.name()).put("file", DATABASE);
        UploadParameters parameters = UploadParameters.read(
                new Parameters(context.task().module() + "#" + context.task().componentName(), told));
        DatabaseSource source = new DatabaseSource(context.exchange().storageAccess(), wanted);
        try (Store store =
                new Store(context.tables(), parameters, wanted.table().name())) {
            source.read(store);
            return store.commit();
        }
    }

    /** What is read becomes a table. */
    private static final class Store implements DatabaseSource.Sink, AutoCloseable {

        private final TableStore tables;
        private final UploadParameters parameters;
        private final String source;
        private final Set<String> ids = new HashSet<>();
        private final String idPrefix = UUID.randomUUID().toString().replace("-", "");
        private boolean joined;
        private long rows;
        private @Nullable TableWriter writer;

        /** @param source the database's table */
        Store(TableStore tables, UploadParameters parameters, String source) {
            this.tables = tables;
            this.parameters = parameters;
            this.source = source;
        }

        @Override
        public void columns(List<String> names) throws IOException {
            for (String name : names) {
                if (name.contains(parameters.delimiter())) {
                    throw new ParameterException(
                            "FFB-4052 the name of column %s has the delimiter of tables, \"%s\": name other columns in"
                                            .formatted(name, parameters.delimiter())
                                    + " feature_column, or another id_delimiter");
                }
            }
            joined = !parameters.rowsAreEquallyWide();
            List<String> columns = joined ? List.of(TableSchema.VALUE) : Upload.features(parameters, names);
            writer = tables.create(parameters.table(), Upload.schema(parameters, names, columns));
        }

        @Override
        public void row(long number, List<String> values) throws IOException {
            rows = number;
            List<String> features = parameters.extendSid() ? values : values.subList(1, values.size());
            writer().add(new Row(
                    id(number, values.get(0)),
                    joined ? List.of(String.join(parameters.delimiter(), features)) : features));
        }

        /** Rows of a database have no order, so that no later one could be said to count. */
        private String id(long number, String id) {
            if (parameters.extendSid()) {
                return parameters.autoIncreasingSid() ? Long.toString(number - 1) : idPrefix + (number - 1);
            }
            if (!ids.add(id)) {
                throw new ParameterException(
                        "FFB-4033 Reader: row %d of table %s has the id of an earlier one: make ids unique, or have them made by"
                                        .formatted(number, source)
                                + " extend_sid");
            }
            return id;
        }

        TableInfo commit() throws IOException {
            if (rows == 0) {
                throw new ParameterException("FFB-4034 Reader: table %s has no rows".formatted(source));
            }
            return writer().commit();
        }

        private TableWriter writer() {
            if (writer == null) {
                throw new IllegalStateException("rows before their columns");
            }
            return writer;
        }

        @Override
        public void close() throws IOException {
            if (writer != null) {
                writer.close();
            }
        }
    }
}
