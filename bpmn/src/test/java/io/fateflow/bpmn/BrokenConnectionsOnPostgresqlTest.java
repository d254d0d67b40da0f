package io.fateflow.bpmn;

final class BrokenConnectionsOnPostgresqlTest extends BrokenConnectionsContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
