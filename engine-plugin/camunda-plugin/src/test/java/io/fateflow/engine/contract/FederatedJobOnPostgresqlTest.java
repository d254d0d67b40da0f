package io.fateflow.engine.contract;

final class FederatedJobOnPostgresqlTest extends FederatedJobContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
