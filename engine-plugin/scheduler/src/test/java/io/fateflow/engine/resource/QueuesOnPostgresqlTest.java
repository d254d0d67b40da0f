package io.fateflow.engine.resource;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class QueuesOnPostgresqlTest extends QueueContract {

    @Override
    DataSource dataSource() {
        return TestPostgres.withTables("queues");
    }
}
