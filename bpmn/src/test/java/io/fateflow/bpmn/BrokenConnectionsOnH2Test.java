package io.fateflow.bpmn;

final class BrokenConnectionsOnH2Test extends BrokenConnectionsContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
