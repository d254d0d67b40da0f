package io.fateflow.engine.contract;

final class PlacementOnH2Test extends PlacementContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
