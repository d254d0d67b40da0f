package io.fateflow.engine.contract;

final class RefusedReportsOnH2Test extends RefusedReportsContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
