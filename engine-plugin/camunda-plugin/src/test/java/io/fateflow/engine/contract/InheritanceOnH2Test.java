package io.fateflow.engine.contract;

final class InheritanceOnH2Test extends InheritanceContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
