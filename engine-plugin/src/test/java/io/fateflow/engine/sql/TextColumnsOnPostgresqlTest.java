package io.fateflow.engine.sql;

import javax.sql.DataSource;

import io.fateflow.engine.testing.TestPostgres;

final class TextColumnsOnPostgresqlTest extends TextColumnContract {

    private static final DataSource DATABASE = TestPostgres.database("text_columns");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
