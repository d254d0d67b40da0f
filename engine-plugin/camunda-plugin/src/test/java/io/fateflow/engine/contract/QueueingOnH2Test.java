package io.fateflow.engine.contract;

final class QueueingOnH2Test extends QueueingContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
