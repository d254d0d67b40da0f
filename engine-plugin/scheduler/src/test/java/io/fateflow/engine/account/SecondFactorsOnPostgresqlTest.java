package io.fateflow.engine.account;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class SecondFactorsOnPostgresqlTest extends SecondFactorContract {

    @Override
    DataSource dataSource() {
        return TestPostgres.withTables("factors");
    }
}
