package io.fateflow.engine.transfer;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class TransferRightsOnPostgresqlTest extends TransferRightsContract {

    private static final DataSource DATABASE = TestPostgres.database("rights");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
