package io.fateflow.engine.contract;

final class ParameterUpdatesOnH2Test extends ParameterUpdateContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
