package io.fateflow.database.embedded;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.ConcurrentMap;

import org.h2.api.TableEngine;
import org.h2.command.ddl.CreateTableData;
import org.h2.mvstore.db.MVTable;
import org.h2.mvstore.db.Store;
import org.h2.table.Table;

/**
 * Makes tables whose rows are updated in place. A URL with {@code DEFAULT_TABLE_ENGINE=} and this class' name makes it that of
 * all tables, those of an older file, too. Nothing of it is in the file: without it, H2 opens the same tables as its own.
 */
public final class InPlaceTables implements TableEngine {

    private static final MethodHandle TABLES;

    static {
        try {
            TABLES = MethodHandles.privateLookupIn(Store.class, MethodHandles.lookup())
                    .findGetter(Store.class, "tableMap", java.util.concurrent.ConcurrentHashMap.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public Table createTable(CreateTableData data) {
        Store store = data.schema.getDatabase().getStore();
        InPlaceTable table = new InPlaceTable(data, store);
        tables(store).put(table.getMapName(), table);
        return table;
    }

    /** The store's own list, by which it finds a table when its rows are rolled back. */
    @SuppressWarnings("unchecked")
    private static ConcurrentMap<String, MVTable> tables(Store store) {
        try {
            return (ConcurrentMap<String, MVTable>) TABLES.invoke(store);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
