package io.fateflow.operations.query;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;

final class QueriesOnH2Test extends QueryContract {

    private static final JdbcConnectionPool POOL =
            JdbcConnectionPool.create("jdbc:h2:mem:queries;DB_CLOSE_DELAY=-1", "sa", "");

    @Override
    DataSource dataSource() {
        return POOL;
    }
}
