package io.fateflow.engine.contract;

final class ForeignNotificationsOnH2Test extends ForeignNotificationContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
