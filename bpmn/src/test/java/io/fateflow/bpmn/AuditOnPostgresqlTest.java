package io.fateflow.bpmn;

final class AuditOnPostgresqlTest extends AuditContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
