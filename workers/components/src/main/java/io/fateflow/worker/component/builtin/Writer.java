package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.storage.DatabaseTable;
import io.fateflow.worker.component.storage.DatabaseTarget;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.storage.StorageEngine;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;

/** Copies a stored table: into another one, into a CSV file of this machine, or into a database that a connector leads to. */
@AutoService(Component.class)
public final class Writer implements Component {

    private static final Logger log = LoggerFactory.getLogger(Writer.class);

    @Override
    public String module() {
        return "Writer";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        What.read(parameters);
    }

    /**
     * What is to be copied whereto.
     *
     * @param engine of a file or of a database; empty for a table
     * @param path of a file
     * @param database the table of a database
     * @param replace whether a database's table that is there goes
     * @param namespace of the new table
     * @param name of the new table
     */
    private record What(
            TableName table,
            String engine,
            String path,
            DatabaseTable database,
            boolean replace,
            String namespace,
            String name) {

        static What read(Parameters parameters) {
            ObjectNode address = parameters.object("address");
            What what = new What(
                    StoredName.read(parameters),
                    parameters.text("storage_engine", "").toUpperCase(Locale.ROOT),
                    address.path("path").asText(),
                    DatabaseTable.of(address),
                    parameters.flag("drop", false),
                    parameters.text("output_namespace", ""),
                    parameters.text("output_name", ""));
            parameters.refuseOthers();
            if (what.isDatabase()) {
                what.checkDatabase(parameters, address);
            } else if (what.isFile()) {
                what.checkFile(parameters);
            } else if (what.namespace().isEmpty() || what.name().isEmpty()) {
                throw parameters.wrong("output_name", "and output_namespace are needed, or storage_engine PATH");
            }
            return what;
        }

        private void checkFile(Parameters parameters) {
            if (!engine.equals("PATH") && !engine.equals("LOCALFS")) {
                throw parameters.wrong(
                        "storage_engine",
                        "is PATH or LOCALFS here, a CSV file, or MYSQL or POSTGRESQL, a database; there is no other engine");
            }
            if (path.isEmpty()) {
                throw parameters.wrong("address", "needs the path of the file that is to be written");
            }
        }

        private void checkDatabase(Parameters parameters, ObjectNode address) {
            if (address.hasNonNull("passwd") || address.hasNonNull("password")) {
                throw parameters.wrong(
                        "address",
                        "has a password, which would be seen with the job: FFB-5295, make a connector"
                                + " (table/connector/create) and send its connector_name");
            }
            if (address.path("connector_name").asText().isEmpty()
                    || database.name().isEmpty()) {
                throw parameters.wrong("address", "needs the connector_name of a connector and the name of a table");
            }
        }

        boolean isDatabase() {
            return StorageEngine.of(engine).isPresent();
        }

        boolean isFile() {
            return !engine.isEmpty();
        }
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        What what = What.read(context.parameters());
        TableInfo source = StoredName.require(context, what.table());
        long rows = write(context, what, source);
        context.results()
                .metric(new Metric(
                        "writer",
                        "data_access",
                        "WRITER",
                        JsonNodeFactory.instance.objectNode(),
                        Map.of("count", LongNode.valueOf(rows))));
    }

    private static long write(ComponentContext context, What what, TableInfo source)
            throws IOException, InterruptedException {
        if (what.isDatabase()) {
            return intoDatabase(context, what);
        }
        return what.isFile()
                ? TableFile.of(context, "address", what.path(), ",").write(context, what.table())
                : copy(context, source, new TableName(what.namespace(), what.name()));
    }

    private static long intoDatabase(ComponentContext context, What what) throws IOException, InterruptedException {
        DatabaseTarget target = new DatabaseTarget(context.exchange().storageAccess(), what.database(), what.replace());
        try (TableReader reader = context.tables().open(what.table())) {
            TableSchema schema = reader.info().schema();
            return target.write(TableFile.columns(schema), () -> reader.next().stream()
                    .map(row -> TableFile.cells(row, schema))
                    .toList());
        }
    }

    private static long copy(ComponentContext context, TableInfo source, TableName target) throws IOException {
        TableStore tables = context.tables();
        if (tables.has(target)) {
            throw context.parameters().wrong("output_name", "names a table that is there already: " + target);
        }
        TableInfo copied = tables.copy(source.name(), target, source.schema());
        log.info("copied {} rows of {} to {}", copied.count(), source.name(), target);
        context.results().output("data", copied, "writer", tables);
        return copied.count();
    }
}
