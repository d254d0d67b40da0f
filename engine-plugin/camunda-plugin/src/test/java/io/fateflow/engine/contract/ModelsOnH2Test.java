package io.fateflow.engine.contract;

final class ModelsOnH2Test extends ModelContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
