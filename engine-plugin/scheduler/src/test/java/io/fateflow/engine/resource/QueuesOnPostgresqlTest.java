package io.fateflow.engine.resource;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class QueuesOnPostgresqlTest extends QueueContract {

    private static final DataSource DATABASE = TestPostgres.database("queues");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
