package io.fateflow.engine.contract;

final class ToldJobsOnH2Test extends ToldJobsContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
