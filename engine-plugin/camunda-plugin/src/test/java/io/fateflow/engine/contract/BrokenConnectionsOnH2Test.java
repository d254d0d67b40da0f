package io.fateflow.engine.contract;

final class BrokenConnectionsOnH2Test extends BrokenConnectionsContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
