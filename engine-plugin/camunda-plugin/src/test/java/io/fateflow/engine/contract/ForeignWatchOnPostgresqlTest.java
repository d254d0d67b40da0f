package io.fateflow.engine.contract;

final class ForeignWatchOnPostgresqlTest extends ForeignWatchContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
