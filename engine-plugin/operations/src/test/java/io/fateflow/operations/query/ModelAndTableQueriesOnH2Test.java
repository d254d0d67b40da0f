package io.fateflow.operations.query;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;

import io.fateflow.database.embedded.InPlaceTables;

final class ModelAndTableQueriesOnH2Test extends ModelAndTableQueryContract {

    private static final JdbcConnectionPool POOL = JdbcConnectionPool.create(
            "jdbc:h2:mem:model_and_table_queries;DB_CLOSE_DELAY=-1" + InPlaceTables.OPTION, "sa", "");

    @Override
    DataSource dataSource() {
        return POOL;
    }
}
