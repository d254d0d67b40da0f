package io.fateflow.engine.contract;

final class SuspensionsOnPostgresqlTest extends SuspensionContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
