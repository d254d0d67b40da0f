package io.fateflow.bpmn;

final class ForeignJobOnPostgresqlTest extends ForeignJobContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
