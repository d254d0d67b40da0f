package io.fateflow.engine.contract;

final class BacklogOnPostgresqlTest extends BacklogContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
