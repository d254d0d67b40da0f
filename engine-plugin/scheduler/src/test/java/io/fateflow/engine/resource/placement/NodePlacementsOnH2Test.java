package io.fateflow.engine.resource.placement;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;

final class NodePlacementsOnH2Test extends NodePlacementContract {

    private static final JdbcConnectionPool POOL =
            JdbcConnectionPool.create("jdbc:h2:mem:placements;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000", "sa", "");

    @Override
    DataSource dataSource() {
        return POOL;
    }
}
