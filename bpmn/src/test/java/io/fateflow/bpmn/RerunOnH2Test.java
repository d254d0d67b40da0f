package io.fateflow.bpmn;

final class RerunOnH2Test extends RerunContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
