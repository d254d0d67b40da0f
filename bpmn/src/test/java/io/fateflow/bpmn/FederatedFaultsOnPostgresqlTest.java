package io.fateflow.bpmn;

final class FederatedFaultsOnPostgresqlTest extends FederatedFaultsContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
