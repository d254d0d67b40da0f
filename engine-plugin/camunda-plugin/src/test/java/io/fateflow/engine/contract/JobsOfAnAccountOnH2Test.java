package io.fateflow.engine.contract;

final class JobsOfAnAccountOnH2Test extends JobsOfAnAccountContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
