package io.fateflow.operations.query;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class ModelAndTableQueriesOnPostgresqlTest extends ModelAndTableQueryContract {

    private static final DataSource DATABASE = TestPostgres.database("model_and_table_queries");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
