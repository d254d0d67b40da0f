package io.fateflow.bpmn;

final class RefusedReportsOnH2Test extends RefusedReportsContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
