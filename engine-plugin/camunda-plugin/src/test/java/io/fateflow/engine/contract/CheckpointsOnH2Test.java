package io.fateflow.engine.contract;

final class CheckpointsOnH2Test extends CheckpointContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
