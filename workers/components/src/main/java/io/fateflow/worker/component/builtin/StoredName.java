package io.fateflow.worker.component.builtin;

import java.io.IOException;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;

/** The table that {@code namespace} and {@code name} of a component's parameters name. */
final class StoredName {

    private StoredName() {}

    static TableName read(Parameters parameters) {
        String namespace = parameters.text("namespace", "");
        String name = parameters.text("name", "");
        if (namespace.isEmpty() || name.isEmpty()) {
            throw parameters.wrong(namespace.isEmpty() ? "namespace" : "name", "is missing");
        }
        return new TableName(namespace, name);
    }

    /** @throws IOException if this party has no such table */
    static TableInfo require(ComponentContext context, TableName table) throws IOException {
        if (context.tables().bound(table).isPresent()) {
            throw new IOException(table
                    + " is a file or a database's table in place (table/bind), which only a Reader reads; take that"
                    + " itself, or upload it");
        }
        return context.tables()
                .find(table)
                .orElseThrow(() ->
                        new IOException("can not found table name: " + table.name() + " namespace: " + table.namespace()
                                + "; upload it first, at " + context.task().self()));
    }
}
