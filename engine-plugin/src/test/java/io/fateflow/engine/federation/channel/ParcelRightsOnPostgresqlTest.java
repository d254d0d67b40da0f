package io.fateflow.engine.federation.channel;

import javax.sql.DataSource;

import io.fateflow.engine.testing.TestPostgres;

final class ParcelRightsOnPostgresqlTest extends ParcelRightsContract {

    private static final DataSource DATABASE = TestPostgres.database("rights");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
