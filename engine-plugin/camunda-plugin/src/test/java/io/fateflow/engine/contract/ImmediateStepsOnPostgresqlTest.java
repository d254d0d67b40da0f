package io.fateflow.engine.contract;

final class ImmediateStepsOnPostgresqlTest extends ImmediateStepsContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
