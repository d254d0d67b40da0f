package io.fateflow.engine.contract;

final class CheckpointsOnPostgresqlTest extends CheckpointContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
