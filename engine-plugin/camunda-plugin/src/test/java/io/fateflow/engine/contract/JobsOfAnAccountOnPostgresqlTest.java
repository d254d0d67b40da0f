package io.fateflow.engine.contract;

final class JobsOfAnAccountOnPostgresqlTest extends JobsOfAnAccountContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
