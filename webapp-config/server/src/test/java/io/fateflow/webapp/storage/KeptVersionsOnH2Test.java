package io.fateflow.webapp.storage;

import java.sql.SQLException;
import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;

import io.fateflow.database.testing.TestSchema;

final class KeptVersionsOnH2Test extends KeptVersionsContract {

    private static final JdbcConnectionPool POOL =
            JdbcConnectionPool.create("jdbc:h2:mem:kept_versions;DB_CLOSE_DELAY=-1", "sa", "");

    @Override
    DataSource dataSource() throws SQLException {
        return TestSchema.anew(POOL);
    }
}
