package io.fateflow.bpmn;

final class StopOnPostgresqlTest extends StopContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
