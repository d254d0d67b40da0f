package io.fateflow.database.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

import org.flywaydb.core.Flyway;

/** This site's tables. */
public final class TestSchema {

    private TestSchema() {}

    /** Makes them on H2 as if nothing had been there. */
    public static DataSource anew(DataSource h2) throws SQLException {
        try (Connection connection = h2.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("drop all objects");
        }
        migrate(h2);
        return h2;
    }

    /** Makes what a database does not have of them. */
    public static void migrate(DataSource database) {
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/fateflow")
                .load()
                .migrate();
    }
}
