package io.fateflow.engine.contract;

final class FederatedFaultsOnH2Test extends FederatedFaultsContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
