package io.fateflow.webapp.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.webapp.storage.SiteTables;
import io.fateflow.webapp.table.StoredTables;
import io.fateflow.worker.component.Components;
import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;

/** This site's tables, in the store that its executors' tables are put into. */
record LocalTables(SiteTables tables) implements StoredTables {

    @Override
    public void delete(String namespace, String name) {
        try {
            tables.delete(new TableName(namespace, name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void bind(String namespace, String name, ObjectNode how) throws IOException {
        tables.bind(new TableName(namespace, name), how);
    }

    @Override
    public Optional<String> objection(ObjectNode how) {
        ObjectNode told = how.deepCopy().put("namespace", "n").put("name", "n");
        if (told.remove("database") != null) {
            // its rows come otherwise, and what is done with them is the same
            told.put("file", "n");
        }
        Party here = new Party("local", "0");
        try {
            Components.installed("Upload")
                    .orElseThrow()
                    .check(new Parameters("table/bind", told), here, new Parties(Map.of("local", List.of("0"))));
            return Optional.empty();
        } catch (ParameterException wrong) {
            return Optional.ofNullable(wrong.getMessage());
        }
    }

    @Override
    public Optional<TableReader> open(String namespace, String name) throws IOException {
        return tables.read(new TableName(namespace, name));
    }
}
