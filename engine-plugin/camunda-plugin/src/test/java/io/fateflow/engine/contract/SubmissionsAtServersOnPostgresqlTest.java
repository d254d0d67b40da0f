package io.fateflow.engine.contract;

final class SubmissionsAtServersOnPostgresqlTest extends SubmissionsAtServersContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
