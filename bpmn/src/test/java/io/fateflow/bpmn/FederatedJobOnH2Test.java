package io.fateflow.bpmn;

final class FederatedJobOnH2Test extends FederatedJobContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
