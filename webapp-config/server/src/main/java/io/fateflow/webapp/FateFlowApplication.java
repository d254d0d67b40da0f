package io.fateflow.webapp;

import org.springframework.boot.actuate.autoconfigure.security.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.ldap.LdapAutoConfiguration;
import org.springframework.boot.autoconfigure.security.oauth2.client.servlet.OAuth2ClientAutoConfiguration;
import org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration;
import org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.autoconfigure.security.servlet.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/**
 * The Spring Boot application. What it consists of is found by package; how it is set up is in application.yaml.
 *
 * <p>Of Spring Security it takes the parts that speak to directories and issuers. Who may do what, the gate of {@code security} says: no second
 * one may appear because a library is there, and a directory that is away is no ill health of this server.
 */
@SpringBootApplication(
        proxyBeanMethods = false,
        exclude = {
            LdapAutoConfiguration.class,
            ManagementWebSecurityAutoConfiguration.class,
            OAuth2ClientAutoConfiguration.class,
            SecurityAutoConfiguration.class,
            SecurityFilterAutoConfiguration.class,
            UserDetailsServiceAutoConfiguration.class
        },
        // of a library that only tests have
        excludeName = {
            "org.springframework.boot.autoconfigure.security.oauth2.server.servlet.OAuth2AuthorizationServerAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.oauth2.server.servlet.OAuth2AuthorizationServerJwtAutoConfiguration"
        })
@ConfigurationPropertiesScan
public class FateFlowApplication {}
