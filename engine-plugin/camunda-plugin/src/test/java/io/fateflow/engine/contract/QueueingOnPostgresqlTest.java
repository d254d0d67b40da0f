package io.fateflow.engine.contract;

final class QueueingOnPostgresqlTest extends QueueingContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
