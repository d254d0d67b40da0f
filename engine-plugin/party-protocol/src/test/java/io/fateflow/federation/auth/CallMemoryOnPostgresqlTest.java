package io.fateflow.federation.auth;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class CallMemoryOnPostgresqlTest extends CallMemoryContract {

    private static final DataSource DATABASE = TestPostgres.database("call_memory");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
