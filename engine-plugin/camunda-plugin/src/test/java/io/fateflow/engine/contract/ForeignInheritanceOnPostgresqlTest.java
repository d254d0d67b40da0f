package io.fateflow.engine.contract;

final class ForeignInheritanceOnPostgresqlTest extends ForeignInheritanceContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
