package io.fateflow.engine.resource;

import javax.sql.DataSource;

import io.fateflow.engine.testing.TestPostgres;

final class ResourcesOnPostgresqlTest extends ResourceContract {

    private static final DataSource DATABASE = TestPostgres.database("resources");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
