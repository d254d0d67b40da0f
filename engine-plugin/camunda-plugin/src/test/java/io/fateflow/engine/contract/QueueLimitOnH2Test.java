package io.fateflow.engine.contract;

final class QueueLimitOnH2Test extends QueueLimitContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
