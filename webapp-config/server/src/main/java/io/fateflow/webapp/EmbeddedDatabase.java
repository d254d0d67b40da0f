package io.fateflow.webapp;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * The embedded database compiles and runs Java for whoever may write its URL (a clause of it is SQL, and SQL makes aliases).
 * Our own pool has its driver since the start; after that nobody else in this process gets one by a URL, whichever database
 * the server uses.
 */
final class EmbeddedDatabase {

    private static final String PREFIX = "jdbc:h2:";

    private EmbeddedDatabase() {}

    /** For the whole process: only the program's own main does this, not a server in a test's. */
    static void closeToUrls() {
        DriverManager.drivers().filter(EmbeddedDatabase::isOne).toList().forEach(EmbeddedDatabase::remove);
    }

    private static boolean isOne(Driver driver) {
        try {
            return driver.acceptsURL(PREFIX + "mem:");
        } catch (SQLException e) {
            return false;
        }
    }

    private static void remove(Driver driver) {
        try {
            DriverManager.deregisterDriver(driver);
        } catch (SQLException e) {
            throw new IllegalStateException("the driver of the embedded database stays open to URLs", e);
        }
    }
}
