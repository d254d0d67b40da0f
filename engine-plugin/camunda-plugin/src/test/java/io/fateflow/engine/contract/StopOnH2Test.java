package io.fateflow.engine.contract;

final class StopOnH2Test extends StopContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
