package io.fateflow.engine.contract;

final class BrokenConnectionsOnPostgresqlTest extends BrokenConnectionsContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
