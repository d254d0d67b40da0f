package io.fateflow.engine.contract;

final class ForeignJobOnH2Test extends ForeignJobContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
