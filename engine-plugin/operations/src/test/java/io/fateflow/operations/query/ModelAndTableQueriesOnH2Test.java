package io.fateflow.operations.query;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;

final class ModelAndTableQueriesOnH2Test extends ModelAndTableQueryContract {

    private static final JdbcConnectionPool POOL =
            JdbcConnectionPool.create("jdbc:h2:mem:model_and_table_queries;DB_CLOSE_DELAY=-1", "sa", "");

    @Override
    DataSource dataSource() {
        return POOL;
    }
}
