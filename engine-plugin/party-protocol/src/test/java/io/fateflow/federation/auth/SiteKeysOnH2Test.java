package io.fateflow.federation.auth;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;

import io.fateflow.database.embedded.InPlaceTables;

final class SiteKeysOnH2Test extends SiteKeysContract {

    private static final JdbcConnectionPool POOL = JdbcConnectionPool.create(
            "jdbc:h2:mem:keys;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000" + InPlaceTables.OPTION, "sa", "");

    @Override
    DataSource dataSource() {
        return POOL;
    }
}
