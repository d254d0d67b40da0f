package io.fateflow.engine.contract;

final class ToldJobsOnPostgresqlTest extends ToldJobsContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
