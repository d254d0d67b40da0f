package io.fateflow.engine.contract;

final class RerunOnH2Test extends RerunContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
