package io.fateflow.bpmn;

final class ForeignInheritanceOnPostgresqlTest extends ForeignInheritanceContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
