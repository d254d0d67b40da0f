package io.fateflow.database;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;

final class TextColumnsOnH2Test extends TextColumnContract {

    private static final JdbcConnectionPool POOL =
            JdbcConnectionPool.create("jdbc:h2:mem:text_columns;DB_CLOSE_DELAY=-1", "sa", "");

    @Override
    DataSource dataSource() {
        return POOL;
    }
}
