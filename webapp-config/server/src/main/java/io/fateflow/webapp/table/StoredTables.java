package io.fateflow.webapp.table;

import java.io.IOException;
import java.util.Optional;

import io.fateflow.worker.table.TableReader;

/** The data of tables, wherever they are stored. */
public interface StoredTables {

    /** Removes a table's data; it may be gone already. */
    void delete(String namespace, String name);

    /** Opens a table; it is the caller's to close. */
    Optional<TableReader> open(String namespace, String name) throws IOException;
}
