package io.fateflow.webapp.retention;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class OldCachesOnPostgresqlTest extends OldCachesContract {

    @Override
    DataSource dataSource() {
        return TestPostgres.withTables("old_caches");
    }
}
