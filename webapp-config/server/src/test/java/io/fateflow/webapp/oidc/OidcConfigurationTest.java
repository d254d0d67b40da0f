package io.fateflow.webapp.oidc;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.Mockito;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.fateflow.webapp.ldap.LdapProperties;
import io.fateflow.webapp.security.AccessProperties;
import io.fateflow.webapp.security.AccessSettingsException;
import io.fateflow.webapp.security.Logins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OidcConfigurationTest {

    @Test
    void goesToNobodyUnlessSetAndTakesNoTokens() {
        assertThat(bound(Map.of()).bindOrCreate("fate.access.oidc", OidcProperties.class))
                .isEqualTo(new OidcProperties(
                        "",
                        "single sign-on",
                        "",
                        null,
                        Set.of("openid", "profile"),
                        "",
                        "preferred_username",
                        "",
                        "groups",
                        List.of(),
                        "",
                        Duration.ofHours(1),
                        false,
                        Duration.ofSeconds(5)));
    }

    @Test
    void whatIsRightIsTakenWithoutAskingAnybody() {
        assertThat(issuer(Map.of())).isNotNull();
        assertThat(issuer(Map.of("fate.access.ldap.url", "ldaps://a", "fate.access.oidc.account-prefix", "sso:")))
                .isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "fate.access.oidc.issuer, http://sso.example/realms/a, https",
        "fate.access.oidc.client-id, '', client-id",
        "fate.access.oidc.audience, fate, audience",
        "fate.access.oidc.client-secret-file, /no/such/file, client-secret-file",
        "fate.access.ldap.url, ldaps://directory.example, account-prefix",
        "fate.access.roles, false, without roles"
    })
    void whatCanNotBeRightIsSaidAtTheStart(String name, String value, String why) {
        assertThatThrownBy(() -> issuer(Map.of(name, value)))
                .isInstanceOf(AccessSettingsException.class)
                .hasMessageContaining("FFB-5015")
                .hasMessageContaining(why);
    }

    private static Issuer issuer(Map<String, String> changed) {
        Map<String, String> settings = new HashMap<>();
        settings.put("fate.access.roles", "true");
        settings.put("fate.access.oidc.issuer", "https://sso.example/realms/a");
        settings.put("fate.access.oidc.client-id", "fate");
        settings.put("fate.access.oidc.roles[0].group", "operators");
        settings.put("fate.access.oidc.roles[0].roles", "operator");
        settings.putAll(changed);
        Binder binder = bound(settings);
        return new OidcConfiguration()
                .issuer(
                        binder.bindOrCreate("fate.access.oidc", OidcProperties.class),
                        binder.bindOrCreate("fate.access", AccessProperties.class),
                        binder.bindOrCreate("fate.access.ldap", LdapProperties.class),
                        Mockito.mock(Logins.class),
                        Clock.systemUTC());
    }

    private static Binder bound(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings));
    }
}
