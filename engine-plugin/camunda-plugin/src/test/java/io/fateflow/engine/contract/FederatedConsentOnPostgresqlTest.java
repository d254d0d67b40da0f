package io.fateflow.engine.contract;

final class FederatedConsentOnPostgresqlTest extends FederatedConsentContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
