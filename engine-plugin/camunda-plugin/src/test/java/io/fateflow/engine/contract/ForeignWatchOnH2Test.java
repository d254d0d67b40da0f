package io.fateflow.engine.contract;

final class ForeignWatchOnH2Test extends ForeignWatchContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
