package io.fateflow.webapp.ldap;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.threeten.extra.MutableClock;

import io.fateflow.webapp.role.Role;
import io.fateflow.webapp.security.AccountsAwayException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Against a real directory, in memory. */
class DirectoryTest {

    @TempDir
    private static Path place;

    private static InMemoryDirectory server;
    private static Directory directory;

    @BeforeAll
    static void start() {
        server = InMemoryDirectory.open(place);
        directory = new Directory(properties(server.settings()), Clock.systemUTC());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static LdapProperties properties(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("fate.access.ldap", LdapProperties.class);
    }

    static LdapProperties properties(InMemoryDirectory of, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(of.settings());
        more.forEach((name, value) -> all.put("fate.access.ldap." + name, value));
        return properties(all);
    }

    @Test
    void anAccountHasTheRolesOfItsGroups() {
        assertThat(directory.find("alice", InMemoryDirectory.PASSWORD))
                .hasValueSatisfying(alice -> assertThat(alice.roles()).containsExactly(Role.SUBMITTER));
        assertThat(directory.find("Olga"))
                .hasValueSatisfying(olga -> assertThat(olga.roles()).isEqualTo(Set.of(Role.OPERATOR, Role.VIEWER)));
        assertThat(directory.find("nobody", InMemoryDirectory.PASSWORD))
                .hasValueSatisfying(nobody -> assertThat(nobody.roles()).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "alice, wrong",
        "alice, ''",
        "mallory, of-the-directory",
        "'', of-the-directory",
        "Alice, of-the-directory",
        "' alice', of-the-directory",
        "olga, of-the-directory"
    })
    void onlyTheWholeNameWithItsPasswordIsAnAccounts(String name, String password) {
        assertThat(directory.find(name, password)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "a*",
                "*)(uid=*",
                "alice)(|(uid=*",
                "*)(uid=*))(|(uid=*",
                "alice)(objectClass=*",
                "\\2a",
                "alice\0",
                "alice,ou=people,dc=example",
                "../alice"
            })
    void aNameIsNeverAPatternOrAFilter(String name) {
        assertThat(directory.find(name, InMemoryDirectory.PASSWORD)).isEmpty();
        assertThat(directory.find(name)).isEmpty();
    }

    @Test
    void aNameIsNeverAFilterOfGroupsEither() throws Exception {
        server.person("(cn=*)");
        Directory byName = new Directory(properties(server, Map.of("group-filter", "(cn={1})")), Clock.systemUTC());

        assertThat(byName.find("(cn=*)", InMemoryDirectory.PASSWORD))
                .hasValueSatisfying(account -> assertThat(account.roles()).isEmpty());
    }

    @Test
    void severalEntriesOfOneNameAreNobody() {
        Directory loose =
                new Directory(properties(server, Map.of("user-filter", "(|(uid={0})(sn=*))")), Clock.systemUTC());

        assertThat(loose.find("alice", InMemoryDirectory.PASSWORD)).isEmpty();
    }

    @Test
    void whoIsAwayIsSaidAndLeftAloneForAWhile() throws Exception {
        try (InMemoryDirectory gone = InMemoryDirectory.open(Files.createTempDirectory(place, "gone"))) {
            MutableClock time = MutableClock.of(Instant.parse("2026-01-02T15:30:45Z"), ZoneOffset.UTC);
            Directory asked = new Directory(properties(gone, Map.of()), time);
            gone.goAway();
            assertAway(asked, "FFB-5016");

            gone.comeBack();

            assertAway(asked, "FFB-5016");
            time.add(Duration.ofSeconds(6));
            assertThat(asked.find("alice")).isPresent();
        }
    }

    @Test
    void aDirectoryThatTakesCallsAndAnswersNoneIsAwayAfterItsTime() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Directory away = new Directory(
                    properties(
                            server,
                            Map.of("url", "ldap://127.0.0.1:" + silent.getLocalPort(), "answer-timeout", "300ms")),
                    Clock.systemUTC());
            long begun = System.nanoTime();

            assertAway(away, "FFB-5016");

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
        }
    }

    @Test
    void aWrongPasswordOfTheServersOwnAccountIsNoWrongPasswordOfAnybody() throws Exception {
        Path wrong = Files.writeString(place.resolve("wrong"), "wrong");
        Directory refused =
                new Directory(properties(server, Map.of("password-file", wrong.toString())), Clock.systemUTC());

        assertAway(refused, "FFB-5017");
    }

    private static void assertAway(Directory away, String id) {
        assertThatThrownBy(() -> away.find("alice", InMemoryDirectory.PASSWORD))
                .isInstanceOfSatisfying(
                        AccountsAwayException.class, e -> assertThat(e.id()).isEqualTo(id));
    }
}
