package io.fateflow.engine.contract;

final class HousekeepingOnPostgresqlTest extends HousekeepingContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
