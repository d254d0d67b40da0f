package io.fateflow.engine.contract;

final class FirstTriesOnH2Test extends FirstTriesContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
