package io.fateflow.bpmn;

final class NodesOnH2Test extends NodesContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
