package io.fateflow.engine.contract;

final class FederatedGangOnPostgresqlTest extends FederatedGangContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
