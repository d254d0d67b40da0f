package io.fateflow.engine.contract;

final class ForeignJobOnPostgresqlTest extends ForeignJobContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
