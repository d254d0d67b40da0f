package io.fateflow.database.testing;

import javax.sql.DataSource;

import org.flywaydb.core.Flyway;

/** This site's tables. */
public final class TestSchema {

    private TestSchema() {}

    /** Makes what a database does not have of them. */
    public static void migrate(DataSource database) {
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/fateflow")
                .load()
                .migrate();
    }
}
