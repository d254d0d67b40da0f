package io.fateflow.engine.contract;

final class ModelsOnPostgresqlTest extends ModelContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
