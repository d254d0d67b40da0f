package io.fateflow.bpmn;

final class FederatedDoctorOnPostgresqlTest extends FederatedDoctorContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
