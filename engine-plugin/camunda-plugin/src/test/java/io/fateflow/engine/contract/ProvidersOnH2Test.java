package io.fateflow.engine.contract;

final class ProvidersOnH2Test extends ProvidersContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
