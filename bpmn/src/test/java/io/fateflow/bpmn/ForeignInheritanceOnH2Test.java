package io.fateflow.bpmn;

final class ForeignInheritanceOnH2Test extends ForeignInheritanceContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
