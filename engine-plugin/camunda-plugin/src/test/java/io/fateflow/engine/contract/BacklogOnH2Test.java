package io.fateflow.engine.contract;

final class BacklogOnH2Test extends BacklogContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
