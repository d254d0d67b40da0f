package io.fateflow.engine.contract;

final class ProjectsOnH2Test extends ProjectsContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
