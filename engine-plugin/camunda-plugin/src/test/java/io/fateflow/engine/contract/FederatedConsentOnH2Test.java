package io.fateflow.engine.contract;

final class FederatedConsentOnH2Test extends FederatedConsentContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
