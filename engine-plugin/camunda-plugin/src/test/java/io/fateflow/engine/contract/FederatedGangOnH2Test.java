package io.fateflow.engine.contract;

final class FederatedGangOnH2Test extends FederatedGangContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
