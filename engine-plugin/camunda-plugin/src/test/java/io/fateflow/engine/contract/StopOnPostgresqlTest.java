package io.fateflow.engine.contract;

final class StopOnPostgresqlTest extends StopContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
