package io.fateflow.database.embedded;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.h2.api.TableEngine;
import org.h2.command.ddl.CreateTableData;
import org.h2.mvstore.db.MVTable;
import org.h2.mvstore.db.Store;
import org.h2.table.Table;

/**
 * Makes tables whose rows are updated in place. A URL with the {@link #OPTION} makes it that of all
 * tables, those of an older file, too. Nothing of it is in the file: without it, H2 opens the same tables as its own.
 */
public final class InPlaceTables implements TableEngine {

    /** What a URL ends with so that all tables are such. */
    public static final String OPTION = ";DEFAULT_TABLE_ENGINE=" + InPlaceTables.class.getName();

    /** The store's own list, by which it finds a table when its rows are rolled back. */
    private static final VarHandle TABLES;

    static {
        try {
            TABLES = MethodHandles.privateLookupIn(Store.class, MethodHandles.lookup())
                    .findVarHandle(Store.class, "tableMap", ConcurrentHashMap.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public Table createTable(CreateTableData data) {
        Store store = data.schema.getDatabase().getStore();
        InPlaceTable table = new InPlaceTable(data, store);
        ((ConcurrentMap<String, MVTable>) TABLES.get(store)).put(table.getMapName(), table);
        return table;
    }
}
