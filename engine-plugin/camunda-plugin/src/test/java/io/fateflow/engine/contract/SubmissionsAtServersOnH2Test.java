package io.fateflow.engine.contract;

final class SubmissionsAtServersOnH2Test extends SubmissionsAtServersContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
