package io.fateflow.engine.contract;

final class FederatedDoctorOnPostgresqlTest extends FederatedDoctorContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
