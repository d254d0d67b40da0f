package io.fateflow.engine.contract;

final class ProvidersOnPostgresqlTest extends ProvidersContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
