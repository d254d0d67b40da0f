package io.fateflow.bpmn;

final class HousekeepingOnPostgresqlTest extends HousekeepingContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
