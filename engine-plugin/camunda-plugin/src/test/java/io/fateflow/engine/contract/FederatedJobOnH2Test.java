package io.fateflow.engine.contract;

final class FederatedJobOnH2Test extends FederatedJobContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
