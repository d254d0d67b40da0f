package io.fateflow.engine.contract;

final class InheritanceOnPostgresqlTest extends InheritanceContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
