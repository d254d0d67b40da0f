package io.fateflow.bpmn;

final class AuditOnH2Test extends AuditContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
