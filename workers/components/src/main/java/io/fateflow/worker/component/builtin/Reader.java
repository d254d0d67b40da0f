package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

/** Brings a stored table into the job, as the output of this component. */
@AutoService(Component.class)
public final class Reader implements Component {

    @Override
    public String module() {
        return "Reader";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        ObjectNode table = table(parameters);
        if (!isOfAnotherJob(table)) {
            name(parameters, table);
        }
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        TableName source = source(context.parameters());
        TableStore tables = context.tables();
        Optional<ObjectNode> inPlace = tables.bound(source);
        TableInfo found = inPlace.isPresent() ? bound(context, inPlace.get()) : StoredName.require(context, source);
        AnonymousNames names = AnonymousNames.of(context.task().self(), found.schema());
        TableName target = context.newOutputTable();
        TableInfo copy = tables.copy(found.name(), target, names.addedTo(found.schema()));
        if (inPlace.isPresent()) {
            tables.delete(found.name());
        }
        String output = context.dataOutputs().isEmpty()
                ? "table"
                : context.dataOutputs().get(0);
        context.results().output(output, copy, "reader", tables);
        ObjectNode metas = ReaderMetric.of(source, copy, names, tables);
        context.results().metric(new Metric("reader_namespace", "reader_name", "data_info", metas, Map.of()));
    }

    private static TableInfo bound(ComponentContext context, ObjectNode how) throws IOException, InterruptedException {
        return BoundDatabase.is(how) ? BoundDatabase.read(context, how) : BoundFile.read(context, how);
    }

    private static TableName source(Parameters parameters) {
        ObjectNode table = table(parameters);
        if (isOfAnotherJob(table)) {
            // the server has looked it up, and adds name and namespace when there is such an output
            throw parameters.wrong(
                    "table",
                    "is the output \"" + table.path("data_name").asText() + "\" of component "
                            + table.path("component_name").asText() + " of job "
                            + table.path("job_id").asText() + ", which this party does not have");
        }
        return name(parameters, table);
    }

    private static ObjectNode table(Parameters parameters) {
        ObjectNode table = parameters.object("table");
        parameters.refuseOthers();
        return table;
    }

    private static boolean isOfAnotherJob(ObjectNode table) {
        return table.has("job_id") && !table.has("name");
    }

    private static TableName name(Parameters parameters, ObjectNode table) {
        for (String key : List.of("name", "namespace")) {
            if (table.path(key).asText().isEmpty()) {
                throw parameters.wrong("table", "needs a name and a namespace, " + key + " is missing");
            }
        }
        return new TableName(
                table.path("namespace").asText(), table.path("name").asText());
    }
}
