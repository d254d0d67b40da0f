package io.fateflow.engine.contract;

final class PlacementOnPostgresqlTest extends PlacementContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
