package io.fateflow.webapp.table;

/** The data of tables, wherever they are stored. */
@FunctionalInterface
public interface StoredTables {

    /** Removes a table's data; it may be gone already. */
    void delete(String namespace, String name);
}
