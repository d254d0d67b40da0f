package io.fateflow.bpmn;

final class BacklogOnPostgresqlTest extends BacklogContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
