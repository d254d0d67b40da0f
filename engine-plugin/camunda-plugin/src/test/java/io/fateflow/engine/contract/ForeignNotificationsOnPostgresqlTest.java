package io.fateflow.engine.contract;

final class ForeignNotificationsOnPostgresqlTest extends ForeignNotificationContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
