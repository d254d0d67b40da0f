package io.fateflow.engine.contract;

final class NodesOnH2Test extends NodesContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
