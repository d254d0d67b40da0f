package io.fateflow.engine.contract;

final class QueueLimitOnPostgresqlTest extends QueueLimitContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
