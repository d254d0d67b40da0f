package io.fateflow.webapp.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

import io.fateflow.webapp.table.StoredTables;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableStore;

/** This site's tables, in the store that its executors write to. */
record LocalTables(TableStore store) implements StoredTables {

    @Override
    public void delete(String namespace, String name) {
        try {
            store.delete(new TableName(namespace, name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<TableReader> open(String namespace, String name) throws IOException {
        try {
            return Optional.of(store.open(new TableName(namespace, name)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
