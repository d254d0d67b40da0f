package io.fateflow.bpmn;

final class InheritanceOnH2Test extends InheritanceContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
