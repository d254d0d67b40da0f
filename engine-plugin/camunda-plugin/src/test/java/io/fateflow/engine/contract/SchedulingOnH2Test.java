package io.fateflow.engine.contract;

final class SchedulingOnH2Test extends SchedulingContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
