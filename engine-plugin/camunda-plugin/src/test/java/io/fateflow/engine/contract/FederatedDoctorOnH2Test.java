package io.fateflow.engine.contract;

final class FederatedDoctorOnH2Test extends FederatedDoctorContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
