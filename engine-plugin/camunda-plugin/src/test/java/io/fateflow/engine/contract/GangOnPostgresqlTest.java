package io.fateflow.engine.contract;

final class GangOnPostgresqlTest extends GangContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
