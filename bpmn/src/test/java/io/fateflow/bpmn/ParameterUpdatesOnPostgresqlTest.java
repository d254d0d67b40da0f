package io.fateflow.bpmn;

final class ParameterUpdatesOnPostgresqlTest extends ParameterUpdateContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
