package io.fateflow.engine.contract;

final class DoctorOnPostgresqlTest extends DoctorContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
