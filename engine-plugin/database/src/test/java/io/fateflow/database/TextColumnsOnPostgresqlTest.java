package io.fateflow.database;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class TextColumnsOnPostgresqlTest extends TextColumnContract {

    private static final DataSource DATABASE = TestPostgres.database("text_columns");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
