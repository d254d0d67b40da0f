package io.fateflow.operations.doctor;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class AuditChainOnPostgresqlTest extends AuditChainContract {

    @Override
    DataSource dataSource() {
        return TestPostgres.withTables("audit");
    }
}
