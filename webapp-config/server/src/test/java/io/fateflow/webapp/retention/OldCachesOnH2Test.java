package io.fateflow.webapp.retention;

import java.sql.SQLException;
import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;

import io.fateflow.database.testing.TestSchema;

final class OldCachesOnH2Test extends OldCachesContract {

    private static final JdbcConnectionPool POOL =
            JdbcConnectionPool.create("jdbc:h2:mem:old_caches;DB_CLOSE_DELAY=-1", "sa", "");

    @Override
    DataSource dataSource() throws SQLException {
        return TestSchema.anew(POOL);
    }
}
