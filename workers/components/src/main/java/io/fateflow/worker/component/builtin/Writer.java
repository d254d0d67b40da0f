package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.google.auto.service.AutoService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

/** Copies a stored table: into another one, or into a CSV file of this machine. */
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
     * @param engine of a file; empty for a table
     * @param path of a file
     * @param namespace of the new table
     * @param name of the new table
     */
    private record What(TableName table, String engine, String path, String namespace, String name) {

        static What read(Parameters parameters) {
            What what = new What(
                    StoredName.read(parameters),
                    parameters.text("storage_engine", "").toUpperCase(Locale.ROOT),
                    parameters.object("address").path("path").asText(),
                    parameters.text("output_namespace", ""),
                    parameters.text("output_name", ""));
            parameters.refuseOthers();
            if (what.isFile()) {
                what.checkFile(parameters);
            } else if (what.namespace().isEmpty() || what.name().isEmpty()) {
                throw parameters.wrong("output_name", "and output_namespace are needed, or storage_engine PATH");
            }
            return what;
        }

        private void checkFile(Parameters parameters) {
            if (!engine.equals("PATH") && !engine.equals("LOCALFS")) {
                throw parameters.wrong(
                        "storage_engine", "is PATH or LOCALFS here, a CSV file; there is no other engine");
            }
            if (path.isEmpty()) {
                throw parameters.wrong("address", "needs the path of the file that is to be written");
            }
        }

        boolean isFile() {
            return !engine.isEmpty();
        }
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        What what = What.read(context.parameters());
        TableInfo source = StoredName.require(context, what.table());
        long rows = what.isFile()
                ? TableFile.of(context, "address", what.path(), ",").write(context, what.table())
                : copy(context, source, new TableName(what.namespace(), what.name()));
        context.results()
                .metric(new Metric(
                        "writer",
                        "data_access",
                        "WRITER",
                        JsonNodeFactory.instance.objectNode(),
                        Map.of("count", LongNode.valueOf(rows))));
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
