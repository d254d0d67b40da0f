package io.fateflow.bpmn;

final class FederatedJobOnPostgresqlTest extends FederatedJobContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
