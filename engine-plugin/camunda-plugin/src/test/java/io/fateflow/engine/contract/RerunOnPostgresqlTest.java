package io.fateflow.engine.contract;

final class RerunOnPostgresqlTest extends RerunContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
