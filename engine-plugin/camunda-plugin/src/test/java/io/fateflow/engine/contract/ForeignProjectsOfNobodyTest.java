package io.fateflow.engine.contract;

final class ForeignProjectsOfNobodyTest extends ForeignProjectsContract.OfNobody {

    @Override
    Database database() {
        return Database.H2;
    }
}
