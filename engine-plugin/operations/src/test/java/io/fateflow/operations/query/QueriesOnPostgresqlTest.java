package io.fateflow.operations.query;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class QueriesOnPostgresqlTest extends QueryContract {

    private static final DataSource DATABASE = TestPostgres.database("queries");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
