package io.fateflow.bpmn;

final class RefusedReportsOnPostgresqlTest extends RefusedReportsContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
