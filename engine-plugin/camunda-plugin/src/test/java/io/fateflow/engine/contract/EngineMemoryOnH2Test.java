package io.fateflow.engine.contract;

final class EngineMemoryOnH2Test extends EngineMemoryContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
