package io.fateflow.engine.contract;

final class AuditOnH2Test extends AuditContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
