package io.fateflow.engine.contract;

final class FederatedFaultsOnPostgresqlTest extends FederatedFaultsContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
