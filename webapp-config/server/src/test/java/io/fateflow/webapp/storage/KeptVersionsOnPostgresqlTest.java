package io.fateflow.webapp.storage;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class KeptVersionsOnPostgresqlTest extends KeptVersionsContract {

    @Override
    DataSource dataSource() {
        return TestPostgres.withTables("kept_versions");
    }
}
