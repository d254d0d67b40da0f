package io.fateflow.bpmn;

final class SuspensionsOnPostgresqlTest extends SuspensionContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
