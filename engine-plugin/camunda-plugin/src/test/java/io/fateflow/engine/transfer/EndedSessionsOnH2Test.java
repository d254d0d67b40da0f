package io.fateflow.engine.transfer;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;

final class EndedSessionsOnH2Test extends EndedSessionsContract {

    private static final JdbcConnectionPool POOL =
            JdbcConnectionPool.create("jdbc:h2:mem:sessions;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000", "sa", "");

    @Override
    DataSource dataSource() {
        return POOL;
    }
}
