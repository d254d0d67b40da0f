package io.fateflow.webapp;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/**
 * The Spring Boot application. What it consists of is found by package; how it is set up is in application.yaml.
 *
 * <p>Of Spring Security it takes the parts that speak to directories and issuers. Who may do what, the gate of {@code security} says: no second
 * one may appear because a library is there, and a directory that is away is no ill health of this server. The last two are of a library that
 * only tests have.
 */
@SpringBootApplication(
        proxyBeanMethods = false,
        excludeName = {
            "org.springframework.boot.actuate.autoconfigure.security.servlet.ManagementWebSecurityAutoConfiguration",
            "org.springframework.boot.autoconfigure.ldap.LdapAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.oauth2.client.servlet.OAuth2ClientAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.servlet.UserDetailsServiceAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.oauth2.server.servlet.OAuth2AuthorizationServerAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.oauth2.server.servlet.OAuth2AuthorizationServerJwtAutoConfiguration"
        })
@ConfigurationPropertiesScan
public class FateFlowApplication {}
