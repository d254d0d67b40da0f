package io.fateflow.engine.contract;

final class ImmediateStepsOnH2Test extends ImmediateStepsContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
