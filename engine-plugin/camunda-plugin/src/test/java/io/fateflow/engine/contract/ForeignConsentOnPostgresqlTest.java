package io.fateflow.engine.contract;

final class ForeignConsentOnPostgresqlTest extends ForeignConsentContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
