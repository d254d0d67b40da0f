package io.fateflow.bpmn;

final class SchedulingOnH2Test extends SchedulingContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
