package io.fateflow.engine.contract;

final class ProjectsOnPostgresqlTest extends ProjectsContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }
}
