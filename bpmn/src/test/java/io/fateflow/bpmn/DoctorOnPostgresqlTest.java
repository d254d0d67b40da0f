package io.fateflow.bpmn;

final class DoctorOnPostgresqlTest extends DoctorContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
