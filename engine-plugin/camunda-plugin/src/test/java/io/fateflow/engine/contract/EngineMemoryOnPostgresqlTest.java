package io.fateflow.engine.contract;

final class EngineMemoryOnPostgresqlTest extends EngineMemoryContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
