package io.fateflow.bpmn;

final class ForeignWatchOnPostgresqlTest extends ForeignWatchContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
