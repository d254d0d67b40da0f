package io.fateflow.engine.resource;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;

final class QueuesOnH2Test extends QueueContract {

    private static final JdbcConnectionPool POOL =
            JdbcConnectionPool.create("jdbc:h2:mem:queues;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000", "sa", "");

    @Override
    DataSource dataSource() {
        return POOL;
    }
}
