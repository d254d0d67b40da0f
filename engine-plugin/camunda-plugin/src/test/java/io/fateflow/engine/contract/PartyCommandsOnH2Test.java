package io.fateflow.engine.contract;

final class PartyCommandsOnH2Test extends PartyCommandsContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
