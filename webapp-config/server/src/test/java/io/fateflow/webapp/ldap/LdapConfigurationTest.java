package io.fateflow.webapp.ldap;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.fateflow.webapp.security.AccessProperties;
import io.fateflow.webapp.security.AccessSettingsException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LdapConfigurationTest {

    @TempDir
    private Path place;

    @Test
    void asksNobodyUnlessSetAndForgetsSoon() {
        LdapProperties defaults = DirectoryTest.properties(Map.of());

        assertThat(defaults)
                .isEqualTo(new LdapProperties(
                        "",
                        false,
                        null,
                        "",
                        null,
                        "",
                        "(uid={0})",
                        "uid",
                        "",
                        "(member={0})",
                        List.of(),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(5)));
    }

    @Test
    void whatIsRightIsTaken() {
        assertThat(directory(Map.of(), true)).isNotNull();
        assertThat(directory(Map.of("url", "ldaps://directory.example"), true)).isNotNull();
        assertThat(directory(Map.of("url", "ldap://directory.example", "start-tls", "true"), true))
                .isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "url, ldap://directory.example:389, network",
        "url, ldaps://a.example ldap://b.example, network",
        "bind-dn, '', bind-dn",
        "user-base, '', user-base",
        "group-base, '', group-base",
        "password-file, /no/such/file, password-file",
        "certificates, /no/such/file, can't be used",
        "'roles[0].group', 'cn=a,,', can't be used"
    })
    void whatCanNotBeRightIsSaidAtTheStart(String name, String value, String why) {
        assertThatThrownBy(() -> directory(Map.of(name, value), true))
                .isInstanceOf(AccessSettingsException.class)
                .hasMessageContaining("FFB-5015")
                .hasMessageContaining(why);
    }

    @Test
    void aSiteThatDoesNotGoByRolesHasNoDirectory() {
        assertThatThrownBy(() -> directory(Map.of(), false))
                .isInstanceOf(AccessSettingsException.class)
                .hasMessageContaining("without roles");
    }

    private Directory directory(Map<String, String> changed, boolean roles) {
        try (InMemoryDirectory server = InMemoryDirectory.open(place)) {
            Map<String, String> settings = new HashMap<>(server.settings());
            changed.forEach((name, value) -> settings.put("fate.access.ldap." + name, value));
            AccessProperties access = new Binder(
                            new MapConfigurationPropertySource(Map.of("fate.access.roles", Boolean.toString(roles))))
                    .bindOrCreate("fate.access", AccessProperties.class);
            return new LdapConfiguration().directory(DirectoryTest.properties(settings), access, Clock.systemUTC());
        }
    }
}
