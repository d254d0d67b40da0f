package io.fateflow.engine.resource;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class ResourcesOnPostgresqlTest extends ResourceContract {

    private static final DataSource DATABASE = TestPostgres.database("resources");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
