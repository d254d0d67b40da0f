package io.fateflow.webapp.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.logging.DeferredLogs;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import io.fateflow.webapp.database.EmbeddedPassword;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a start makes of the home directory. */
class PrivateHomeTest {

    @TempDir
    private Path place;

    private Path home;

    @BeforeEach
    void usually() {
        home = place.resolve("home");
    }

    @Test
    void aNewHomeIsItsUsersAlone() throws IOException {
        start();

        assertThat(permissions(home)).isEqualTo("rwx------");
        assertThat(permissions(home.resolve("db/password"))).isEqualTo("rw-------");
    }

    @Test
    void aHomeThatIsOpenToOthersIsClosed() throws IOException {
        Files.createDirectories(home);
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));

        start();

        assertThat(permissions(home)).isEqualTo("rwx------");
    }

    @Test
    void aNewDatabaseHasAPasswordThatStays() throws SQLException {
        String password = start();
        assertThat(password).hasSizeGreaterThan(40);
        DriverManager.getConnection(url(), "sa", password).close();

        assertThat(start()).isEqualTo(password);
        assertOpensNotWithoutPassword();
    }

    @Test
    void aDatabaseOfAnEarlierVersionGetsAPasswordAndKeepsItsData() throws SQLException {
        try (Connection old = DriverManager.getConnection(url(), "sa", "")) {
            old.createStatement().execute("create table kept (n int)");
        }

        String password = start();

        try (Connection now = DriverManager.getConnection(url(), "sa", password)) {
            assertThat(now.createStatement()
                            .executeQuery("select count(*) from kept")
                            .next())
                    .isTrue();
        }
        assertOpensNotWithoutPassword();
    }

    @Test
    void aCrashAfterThePasswordWasSetLosesNothing() throws IOException, SQLException {
        DriverManager.getConnection(url(), "sa", "").close();
        String password = start();
        // as if it had not come to the last step
        Files.move(home.resolve("db/password"), home.resolve("db/password.new"));

        assertThat(start()).isEqualTo(password);
        assertThat(home.resolve("db/password")).exists();
        DriverManager.getConnection(url(), "sa", password).close();
    }

    @Test
    void aCrashBeforeThePasswordWasSetLosesNothing() throws IOException, SQLException {
        DriverManager.getConnection(url(), "sa", "").close();
        Files.writeString(home.resolve("db/password.new"), "0123456789abcdef");

        assertThat(start()).isEqualTo("0123456789abcdef");
        DriverManager.getConnection(url(), "sa", "0123456789abcdef").close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a;b", "a%b", "a:b", "a\nb"})
    void aHomeWhosePathOthersWouldTakeForSomethingElseIsRefused(String name) {
        home = place.resolve(name);

        assertThatThrownBy(this::start)
                .hasMessageContainingAll("FFB-2067", home.toString(), "'" + name.charAt(1) + "'");
        assertThat(home).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "über", "a#b", "a+b", "a!b", "a'b", "a?b", "a\\b", "a$b"})
    void aHomeMayHaveAnyOtherName(String name) throws SQLException {
        home = place.resolve(name);

        DriverManager.getConnection(url(), "sa", start()).close();
    }

    @Test
    void aHomeThatIsNoPathHereIsRefused() {
        assertThatThrownBy(() -> start("a\ud800b")).hasMessageContainingAll("FFB-2067", "is no path", "LC_ALL=C.UTF-8");
    }

    @Test
    void aHomeThatCanNotBeMadeIsNamed() throws IOException {
        home = Files.createFile(place.resolve("file")).resolve("home");

        assertThatThrownBy(this::start).hasMessageContainingAll("FFB-2067", home.toString(), "can't be made");
    }

    private void assertOpensNotWithoutPassword() {
        assertThatThrownBy(() -> DriverManager.getConnection(url(), "sa", ""))
                .hasMessageContaining("Wrong user name or password");
    }

    /** @return the database's password */
    private String start() {
        return start(home.toString());
    }

    private String start(String home) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "settings",
                        Map.of(
                                "fate.home",
                                home,
                                "spring.datasource.url",
                                url(),
                                "spring.datasource.username",
                                "sa",
                                "spring.datasource.password",
                                "")));
        new AbsoluteHome(new DeferredLogs()).postProcessEnvironment(environment, new SpringApplication());
        new EmbeddedPassword().postProcessEnvironment(environment, new SpringApplication());
        return String.valueOf(environment.getProperty("spring.datasource.password"));
    }

    private String url() {
        return "jdbc:h2:async:" + home.resolve("db/fate-flow") + ";WRITE_DELAY=0";
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
