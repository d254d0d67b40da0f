package io.fateflow.bpmn;

final class ModelsOnPostgresqlTest extends ModelContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
