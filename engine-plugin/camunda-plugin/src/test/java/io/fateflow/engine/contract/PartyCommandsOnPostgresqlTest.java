package io.fateflow.engine.contract;

final class PartyCommandsOnPostgresqlTest extends PartyCommandsContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
