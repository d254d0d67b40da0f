package io.fateflow.engine.contract;

final class AuditOnPostgresqlTest extends AuditContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
