package io.fateflow.engine.contract;

final class ForeignConsentOnH2Test extends ForeignConsentContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
