package io.fateflow.federation.auth;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class SiteKeysOnPostgresqlTest extends SiteKeysContract {

    private static final DataSource DATABASE = TestPostgres.database("keys");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
