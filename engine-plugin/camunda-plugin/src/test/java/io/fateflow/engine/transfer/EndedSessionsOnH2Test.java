package io.fateflow.engine.transfer;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;

import io.fateflow.database.embedded.InPlaceTables;

final class EndedSessionsOnH2Test extends EndedSessionsContract {

    private static final JdbcConnectionPool POOL = JdbcConnectionPool.create(
            "jdbc:h2:mem:sessions;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000" + InPlaceTables.OPTION, "sa", "");

    @Override
    DataSource dataSource() {
        return POOL;
    }
}
