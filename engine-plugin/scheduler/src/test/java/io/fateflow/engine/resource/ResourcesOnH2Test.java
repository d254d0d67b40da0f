package io.fateflow.engine.resource;

import java.sql.SQLException;
import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;

import io.fateflow.database.embedded.InPlaceTables;
import io.fateflow.database.testing.TestSchema;

final class ResourcesOnH2Test extends ResourceContract {

    private static final JdbcConnectionPool POOL = JdbcConnectionPool.create(
            "jdbc:h2:mem:resources;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000" + InPlaceTables.OPTION, "sa", "");

    @Override
    DataSource dataSource() throws SQLException {
        return TestSchema.anew(POOL);
    }
}
