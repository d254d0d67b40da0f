package io.fateflow.webapp.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.fateflow.webapp.role.Role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ClientKeysTest {

    private static final AuthenticationProperties.Client OFF = new AuthenticationProperties.Client(false, "", "");

    @TempDir
    private Path place;

    @Test
    void areOfTheAccountsThatAreNamed() throws IOException {
        Path file = Files.writeString(place.resolve("secret"), "of-bob\n");
        Map<String, String> settings = new HashMap<>(Map.of(
                "keys[0].app-key", "k1",
                "keys[0].account", "alice",
                "keys[0].secret", "of-alice",
                "keys[1].app-key", "k2",
                "keys[1].account", "bob",
                "keys[1].secret-file", file.toString()));

        ClientKeys keys = ClientKeys.ofAccounts(access(settings), OFF);

        assertThat(keys.find("k1")).contains(new ClientKeys.Key("alice", "of-alice"));
        assertThat(keys.find("k2")).contains(new ClientKeys.Key("bob", "of-bob"));
        assertThat(keys.find("k3")).isEmpty();
        assertThat(keys.account("alice", new Groups(Set.of("fateViewers", "others")))
                        .roles())
                .containsExactly(Role.VIEWER);
        assertThat(keys.account("bob", new Groups(Set.of())).roles()).isEmpty();
    }

    @Test
    void fatesOneIsTheClientsIfItIsSwitchedOn() {
        AuthenticationProperties.Client one = new AuthenticationProperties.Client(true, "k", "s");
        Groups administrators = new Groups(Set.of(Role.ALL_ROLES));

        ClientKeys keys = ClientKeys.ofAccounts(access(Map.of("client-roles", "viewer, submitter")), one);

        assertThat(keys.find("k")).contains(new ClientKeys.Key("client", "s"));
        assertThat(keys.account("client", administrators).roles())
                .as("those of the setting, whatever account has its name")
                .containsExactlyInAnyOrder(Role.VIEWER, Role.SUBMITTER);
        assertThat(ClientKeys.ofAccounts(access(Map.of()), one)
                        .account("client", administrators)
                        .roles())
                .isEmpty();
        assertThat(ClientKeys.ofAccounts(access(Map.of()), new AuthenticationProperties.Client(false, "k", "s"))
                        .isEmpty())
                .isTrue();
        assertThat(ClientKeys.one(one).find("k"))
                .as("without roles it is its own name's")
                .contains(new ClientKeys.Key("k", "s"));
    }

    @ParameterizedTest
    @CsvSource({
        "'',      alice,  s,  '',       app-key",
        "k,       '',     s,  '',       account",
        "k,       alice,  '', '',       one of secret",
        "k,       alice,  s,  /nowhere, one of secret",
        "k,       alice,  '', /nowhere, can't be read",
        "k,       client, s,  '',       fate.authentication.client",
    })
    void thatAreNoneKeepTheServerFromStarting(String appKey, String account, String secret, String file, String why) {
        Map<String, String> settings =
                new HashMap<>(Map.of("keys[0].app-key", appKey, "keys[0].account", account, "keys[0].secret", secret));
        if (!file.isEmpty()) {
            settings.put("keys[0].secret-file", file);
        }

        assertThatThrownBy(() -> ClientKeys.ofAccounts(access(settings), OFF))
                .isInstanceOf(ClientKeyException.class)
                .hasMessageContaining("FFB-5012")
                .hasMessageContaining("fate.access.keys[0]")
                .hasMessageContaining(why);
    }

    @Test
    void areThereOnce() {
        Map<String, String> settings = Map.of(
                "keys[0].app-key", "k",
                "keys[0].account", "alice",
                "keys[0].secret", "a",
                "keys[1].app-key", "k",
                "keys[1].account", "bob",
                "keys[1].secret", "b");

        assertThatThrownBy(() -> ClientKeys.ofAccounts(access(settings), OFF))
                .hasMessageContaining("fate.access.keys[1]")
                .hasMessageContaining("twice");
    }

    @Test
    void neverShowTheirSecrets() {
        assertThat(access(Map.of("keys[0].app-key", "k", "keys[0].account", "a", "keys[0].secret", "topsecret"))
                        .toString())
                .contains("AccountKey[appKey=k, account=a]")
                .doesNotContain("topsecret");
        assertThat(new ClientKeys.Key("alice", "topsecret").toString()).doesNotContain("topsecret");
    }

    private static AccessProperties access(Map<String, String> settings) {
        Map<String, String> named = new HashMap<>();
        settings.forEach((name, value) -> named.put("fate.access." + name, value));
        return new Binder(new MapConfigurationPropertySource(named))
                .bindOrCreate("fate.access", AccessProperties.class);
    }

    /** Accounts that are all in the same groups. */
    private record Groups(Set<String> groups) implements Logins {

        @Override
        public LoginAnswer check(String userId, String password, String code) {
            return LoginAnswer.of(Optional.empty());
        }

        @Override
        public Set<String> groupsOf(String userId) {
            return groups;
        }

        @Override
        public boolean isOfThisServer(String userId) {
            return true;
        }

        @Override
        public Duration wait(String userId, String address) {
            return Duration.ZERO;
        }
    }
}
