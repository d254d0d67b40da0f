package io.fateflow.bpmn;

final class DoctorOnH2Test extends DoctorContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
