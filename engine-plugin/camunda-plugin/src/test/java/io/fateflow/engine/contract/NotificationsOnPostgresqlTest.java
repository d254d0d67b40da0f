package io.fateflow.engine.contract;

final class NotificationsOnPostgresqlTest extends NotificationContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
