package io.fateflow.webapp.table;

import java.io.IOException;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.table.TableReader;

/** The data of tables, wherever they are stored. */
public interface StoredTables {

    /** Removes a table's data; it may be gone already. */
    void delete(String namespace, String name);

    /**
     * Has a file stand for a table, in place of one that was there.
     *
     * @param how what an upload would be told, without the table's name
     */
    void bind(String namespace, String name, ObjectNode how) throws IOException;

    /** What is wrong with how a file is to be read; empty if nothing is. */
    Optional<String> objection(ObjectNode how);

    /** Opens a table; it is the caller's to close. */
    Optional<TableReader> open(String namespace, String name) throws IOException;
}
