package io.fateflow.engine.contract;

final class CachesOnPostgresqlTest extends CacheContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
