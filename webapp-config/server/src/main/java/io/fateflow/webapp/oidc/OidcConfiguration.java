package io.fateflow.webapp.oidc;

import java.net.URI;
import java.nio.file.Files;
import java.time.Clock;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.webapp.ldap.LdapProperties;
import io.fateflow.webapp.security.AccessProperties;
import io.fateflow.webapp.security.AccessSettingsException;
import io.fateflow.webapp.security.Logins;

/** The issuer of a site that has one. A setting that can't be right is said at the start; whether it answers, by the first log-in. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("fate.access.oidc.issuer")
class OidcConfiguration {

    private static final String PLACE = "fate.access.oidc";
    private static final String SEE = "See docs/operating.md, Log-in at an issuer.";

    @Bean
    Issuer issuer(OidcProperties oidc, AccessProperties access, LdapProperties ldap, Logins logins, Clock clock) {
        if (!access.roles()) {
            throw new AccessSettingsException(
                    PLACE,
                    "has no meaning without roles",
                    "Set fate.access.roles=true, or take fate.access.oidc away.");
        }
        demand(!oidc.clientId().isBlank(), ".client-id", "is missing", SEE);
        demand(
                !oidc.roles().isEmpty(),
                ".roles",
                "is empty, so that nobody of the issuer could do anything",
                "Name groups with their roles, such as fate.access.oidc.roles[0].group=fate-operators and"
                        + " fate.access.oidc.roles[0].roles=operator.");
        demand(
                isSafe(oidc.issuer()),
                ".issuer",
                "is no https:// URL, so that anybody on the way could log in as anybody",
                "Name the issuer as its tokens have it. http:// is for issuers on this machine.");
        demand(
                !oidc.audience().equals(oidc.clientId()),
                ".audience",
                "is the client-id, so that what a browser is given would open this server to programs",
                "Name another audience, which the issuer puts into tokens for programs.");
        demand(
                ldap.url().isBlank() || !oidc.accountPrefix().isEmpty(),
                ".account-prefix",
                "is missing, so that an account of the issuer could have the name of one of the directory",
                "Set a prefix for accounts of the issuer, such as sso:.");
        demand(
                oidc.clientSecretFile() == null || Files.isReadable(oidc.clientSecretFile()),
                ".client-secret-file",
                "can't be read",
                "Name a file that the server's user can read and that has nothing but the secret.");
        return new Issuer(oidc, logins, clock);
    }

    @Bean
    OidcLogout oidcLogout(Issuer issuer, OidcProperties oidc) {
        return new OidcLogout(issuer, oidc);
    }

    private static void demand(boolean right, String name, String why, String remedy) {
        if (!right) {
            throw new AccessSettingsException(PLACE + name, why, remedy);
        }
    }

    private static boolean isSafe(String issuer) {
        try {
            URI uri = URI.create(issuer);
            return "https".equals(uri.getScheme())
                    || "127.0.0.1".equals(uri.getHost())
                    || "localhost".equals(uri.getHost());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
