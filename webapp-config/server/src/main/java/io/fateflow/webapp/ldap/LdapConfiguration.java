package io.fateflow.webapp.ldap;

import java.io.UncheckedIOException;
import java.time.Clock;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.webapp.security.AccessProperties;
import io.fateflow.webapp.security.AccessSettingsException;

/** The directory of a site that has one. A setting that can't be right is said at the start, and not by the first log-in. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("fate.access.ldap.url")
class LdapConfiguration {

    private static final String PLACE = "fate.access.ldap";

    @Bean
    Directory directory(LdapProperties ldap, AccessProperties access, Clock clock) {
        if (!access.roles()) {
            throw new AccessSettingsException(
                    PLACE,
                    "has no meaning without roles",
                    "Set fate.access.roles=true, or take fate.access.ldap away.");
        }
        demand(ldap.bindDn(), "bind-dn");
        demand(ldap.userBase(), "user-base");
        demand(ldap.groupBase(), "group-base");
        if (ldap.roles().isEmpty()) {
            throw new AccessSettingsException(
                    PLACE + ".roles",
                    "is empty, so that nobody of the directory could do anything",
                    "Name groups with their roles, such as fate.access.ldap.roles[0].group=fate-operators and"
                            + " fate.access.ldap.roles[0].roles=operator.");
        }
        if (!DirectoryConnections.open(ldap).isEmpty()) {
            throw new AccessSettingsException(
                    PLACE + ".url",
                    "would send passwords over the network for all to read",
                    "Use ldaps://, or ldap:// with fate.access.ldap.start-tls=true.");
        }
        try {
            DirectoryConnections.password(ldap);
        } catch (UncheckedIOException e) {
            throw new AccessSettingsException(
                    PLACE + ".password-file",
                    "can't be read, or is empty",
                    "Name a file that the server's user can read and that has nothing but the password of bind-dn.");
        }
        try {
            return new Directory(ldap, clock);
        } catch (RuntimeException e) {
            throw new AccessSettingsException(PLACE, "can't be used: " + e.getMessage(), "See docs/operating.md.");
        }
    }

    private static void demand(String value, String name) {
        if (value.isBlank()) {
            throw new AccessSettingsException(
                    PLACE + "." + name, "is missing", "See docs/operating.md, Accounts of a directory.");
        }
    }
}
