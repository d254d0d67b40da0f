package io.fateflow.engine.resource.placement;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class NodePlacementsOnPostgresqlTest extends NodePlacementContract {

    @Override
    DataSource dataSource() {
        return TestPostgres.withTables("placements");
    }
}
