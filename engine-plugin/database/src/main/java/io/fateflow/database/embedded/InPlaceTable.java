package io.fateflow.database.embedded;

import org.h2.command.Prepared;
import org.h2.command.ddl.CreateTableData;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.db.MVTable;
import org.h2.mvstore.db.Store;
import org.h2.result.LocalResult;
import org.h2.result.Row;
import org.h2.result.SearchRow;

/**
 * A table of H2, but an UPDATE of one row changes only those indexes whose columns it changes. H2's takes the row out of each index
 * and puts it in again, and as a commit writes each page that was touched, with all above it, a job's row with its eight indexes
 * cost forty pages for a status. It has this way itself, and uses it for its own catalog only.
 */
final class InPlaceTable extends MVTable {

    /** The old row and the new one. */
    private static final int ONE_UPDATE = 2;

    InPlaceTable(CreateTableData data, Store store) {
        super(data, store);
    }

    /** Several rows go H2's way: what is unique may wander from one to the other. */
    @Override
    public void updateRows(Prepared prepared, SessionLocal session, LocalResult rows) {
        if (rows.getRowCount() == ONE_UPDATE) {
            rows.next();
            Row before = rows.currentRowForTable();
            rows.next();
            Row after = rows.currentRowForTable();
            if (isSameKey(before, after)) {
                updateRow(session, before, after);
                return;
            }
            rows.reset();
        }
        super.updateRows(prepared, session, rows);
    }

    /** A number that is a primary key is the row's key, too, and can't be changed in place. */
    private boolean isSameKey(Row before, Row after) {
        int column = getMainIndexColumn();
        return before.getKey() == after.getKey()
                && (column == SearchRow.ROWID_INDEX
                        || before.getValue(column).getLong()
                                == after.getValue(column).getLong());
    }
}
