package io.fateflow.engine.contract;

final class HousekeepingOnH2Test extends HousekeepingContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
