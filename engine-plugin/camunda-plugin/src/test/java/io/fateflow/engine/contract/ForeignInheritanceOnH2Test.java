package io.fateflow.engine.contract;

final class ForeignInheritanceOnH2Test extends ForeignInheritanceContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
