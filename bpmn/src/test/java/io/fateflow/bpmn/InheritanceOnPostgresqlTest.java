package io.fateflow.bpmn;

final class InheritanceOnPostgresqlTest extends InheritanceContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
