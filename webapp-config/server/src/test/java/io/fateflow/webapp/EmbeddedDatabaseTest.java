package io.fateflow.webapp;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EmbeddedDatabaseTest {

    private static final String URL = "jdbc:h2:mem:somebody-elses;INIT=create schema if not exists s";

    @Test
    void whoeverWritesAUrlGetsNoEmbeddedDatabase() throws SQLException {
        List<Driver> before = DriverManager.drivers().toList();
        DriverManager.getConnection(URL).close();
        try {
            EmbeddedDatabase.closeToUrls();

            assertThatThrownBy(() -> DriverManager.getConnection(URL)).hasMessageContaining("No suitable driver");
            assertThat(DriverManager.drivers()).as("other drivers stay").hasSizeGreaterThan(0);
        } finally {
            for (Driver driver : before) {
                DriverManager.registerDriver(driver);
            }
        }
    }
}
