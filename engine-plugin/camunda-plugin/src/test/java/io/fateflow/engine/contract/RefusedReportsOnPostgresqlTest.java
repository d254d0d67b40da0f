package io.fateflow.engine.contract;

final class RefusedReportsOnPostgresqlTest extends RefusedReportsContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
