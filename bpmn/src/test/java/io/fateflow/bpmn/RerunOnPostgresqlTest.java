package io.fateflow.bpmn;

final class RerunOnPostgresqlTest extends RerunContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
