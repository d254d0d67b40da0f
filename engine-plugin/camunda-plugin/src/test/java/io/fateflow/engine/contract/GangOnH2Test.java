package io.fateflow.engine.contract;

final class GangOnH2Test extends GangContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
