package io.fateflow.engine.contract;

final class FirstTriesOnPostgresqlTest extends FirstTriesContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
