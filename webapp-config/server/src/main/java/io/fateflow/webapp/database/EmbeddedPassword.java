package io.fateflow.webapp.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

import io.fateflow.worker.process.PrivateFiles;

/**
 * Gives the embedded database of the home directory a password that only this user can read: made at the first start, kept
 * beside the database. A database of an earlier version, which has none, gets it at its next start.
 *
 * <p>A database that an operator has named by a URL of his own keeps the password that he has set.
 */
public final class EmbeddedPassword implements EnvironmentPostProcessor, Ordered {

    private static final String PASSWORD = "spring.datasource.password";
    private static final String WRONG_LOGIN = "28000";
    private static final int BYTES = 24;

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        String url = environment.getProperty("spring.datasource.url", "");
        Path home = Path.of(environment.getProperty("fate.home", ""));
        if (url.startsWith("jdbc:h2:async:" + database(home) + ";")
                && environment.getProperty(PASSWORD, "").isEmpty()
                && environment.getProperty("spring.datasource.username", "").equals("sa")) {
            try {
                Optional<String> password = passwordOf(home, url);
                password.ifPresent(known -> environment
                        .getPropertySources()
                        .addFirst(new MapPropertySource("embedded database's password", Map.of(PASSWORD, known))));
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "the password of the embedded database in " + home + " can't be kept", e);
            }
        }
    }

    /** The password of the database in a home directory; empty if it has none yet. */
    public static String of(Path home) throws IOException {
        Path file = file(home);
        return Files.exists(file) ? Files.readString(file).strip() : "";
    }

    /** Empty if the database can't be opened now; whoever opens it next says why. */
    private static Optional<String> passwordOf(Path home, String url) throws IOException {
        if (Files.exists(file(home))) {
            return Optional.of(of(home));
        }
        Path next = file(home).resolveSibling("password.new");
        boolean isNew = !Files.exists(Path.of(database(home) + ".mv.db"));
        if (!Files.exists(next) || Files.size(next) == 0) {
            Files.createDirectories(file(home).getParent());
            PrivateFiles.write(next, random());
        }
        String password = Files.readString(next).strip();
        // the file is there before the database has it: a crash in between leaves both ways open
        if (!isNew && !isSet(url + ";IFEXISTS=TRUE", password)) {
            return Optional.empty();
        }
        Files.move(next, file(home), StandardCopyOption.ATOMIC_MOVE);
        return Optional.of(password);
    }

    /** Opens it without a password, as earlier versions did, and sets one; or finds that this was done before. */
    private static boolean isSet(String url, String password) {
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute("alter user sa set password '" + password + "'");
            return true;
        } catch (SQLException e) {
            return WRONG_LOGIN.equals(e.getSQLState()) && opens(url, password);
        }
    }

    private static boolean opens(String url, String password) {
        try (Connection connection = DriverManager.getConnection(url, "sa", password)) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    private static String random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static String database(Path home) {
        return home.resolve("db/fate-flow").toString();
    }

    private static Path file(Path home) {
        return home.resolve("db/password");
    }

    /** After the home directory is known. */
    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 2;
    }
}
