package io.fateflow.engine.resource.placement;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class NodePlacementsOnPostgresqlTest extends NodePlacementContract {

    private static final DataSource DATABASE = TestPostgres.database("placements");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
