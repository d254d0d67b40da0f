package io.fateflow.engine.contract;

final class SuspensionsOnH2Test extends SuspensionContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
