package io.fateflow.engine.resource;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class ResourcesOnPostgresqlTest extends ResourceContract {

    @Override
    DataSource dataSource() {
        return TestPostgres.withTables("resources");
    }
}
