package io.fateflow.bpmn;

final class StopOnH2Test extends StopContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
