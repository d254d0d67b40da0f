package io.fateflow.webapp.storage;

import io.fateflow.worker.table.TableStore;

class FolderTablesTest extends SiteTablesContract {

    @Override
    SiteTables tables() {
        return new FolderTables(new TableStore(directory.resolve("tables")), new FileContents());
    }
}
