package io.fateflow.engine.contract;

final class ForeignProjectsOfPartnerTest extends ForeignProjectsContract.OfPartner {

    @Override
    Database database() {
        return Database.H2;
    }
}
