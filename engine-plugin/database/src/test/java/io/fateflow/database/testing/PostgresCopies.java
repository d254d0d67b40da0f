package io.fateflow.database.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Databases with the same tables, and nothing in them but what whoever made the tables wrote. One is copied from a template when
 * there is none that another test has done with; {@code as-made.sql} makes those as they were.
 */
public final class PostgresCopies {

    private final String template;
    private final Consumer<String> tables;
    private final Set<String> inUse = new HashSet<>();
    private final Deque<String> used = new ArrayDeque<>();
    private boolean made;

    /**
     * @param template a name for the database that is copied
     * @param tables makes the tables in the database at the URL that it is given, and leaves no connection to it
     */
    public PostgresCopies(String template, Consumer<String> tables) {
        this.template = template;
        this.tables = tables;
    }

    /** One of that name, as the template is; whoever is connected to the last one of that name is so no more. */
    public synchronized void provide(String name) {
        if (!made) {
            makeTemplate();
            made = true;
        }
        String last = inUse.contains(name) ? name : used.poll();
        if (last == null || !isReused(last, name)) {
            TestPostgres.execute("drop database if exists " + name + " with (force)");
            TestPostgres.execute("create database " + name + " template " + template);
        }
        inUse.add(name);
    }

    /** Nobody needs it any more. */
    public synchronized void release(String name) {
        if (inUse.remove(name)) {
            used.add(name);
        }
    }

    private void makeTemplate() {
        TestPostgres.execute("create database " + template);
        tables.accept(TestPostgres.url(template));
        try (InputStream script = Objects.requireNonNull(PostgresCopies.class.getResourceAsStream("as-made.sql"));
                Connection connection = DriverManager.getConnection(TestPostgres.url(template));
                Statement statement = connection.createStatement()) {
            statement.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
            statement.execute("select as_made.keep()");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isReused(String last, String name) {
        TestPostgres.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + last + "'");
        if (!last.equals(name)) {
            // whoever still has its address does not reach the next test's
            TestPostgres.execute("alter database " + last + " rename to " + name);
        }
        try (Connection connection = DriverManager.getConnection(TestPostgres.url(name));
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("select as_made.restore()")) {
            return answer.next() && answer.getBoolean(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
