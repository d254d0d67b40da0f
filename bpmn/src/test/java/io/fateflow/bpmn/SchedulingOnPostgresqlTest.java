package io.fateflow.bpmn;

final class SchedulingOnPostgresqlTest extends SchedulingContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
