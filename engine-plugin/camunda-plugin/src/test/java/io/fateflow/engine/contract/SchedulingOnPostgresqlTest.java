package io.fateflow.engine.contract;

final class SchedulingOnPostgresqlTest extends SchedulingContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }

    @Override
    int deadlocks(TestSite site) {
        return site.jdbc()
                .queryForObject(
                        "select deadlocks from pg_stat_database where datname = current_database()", Integer.class);
    }
}
