package io.fateflow.engine.contract;

final class CachesOnH2Test extends CacheContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
