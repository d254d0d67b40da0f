package io.fateflow.engine.contract;

final class ParameterUpdatesOnPostgresqlTest extends ParameterUpdateContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
