package io.fateflow.engine.query;

import javax.sql.DataSource;

import io.fateflow.engine.testing.TestPostgres;

final class QueriesOnPostgresqlTest extends QueryContract {

    private static final DataSource DATABASE = TestPostgres.database("queries");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
