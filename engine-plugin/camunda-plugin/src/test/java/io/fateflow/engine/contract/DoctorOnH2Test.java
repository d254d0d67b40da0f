package io.fateflow.engine.contract;

final class DoctorOnH2Test extends DoctorContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
