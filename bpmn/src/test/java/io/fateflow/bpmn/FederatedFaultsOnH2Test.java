package io.fateflow.bpmn;

final class FederatedFaultsOnH2Test extends FederatedFaultsContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
