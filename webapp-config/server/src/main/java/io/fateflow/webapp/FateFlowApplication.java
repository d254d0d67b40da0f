package io.fateflow.webapp;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.ldap.LdapAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The Spring Boot application. What it consists of is found by package; how it is set up is in application.yaml. */
@SpringBootApplication(
        proxyBeanMethods = false,
        // a directory of accounts is asked by our own connections, and its absence is no ill health of this server
        exclude = LdapAutoConfiguration.class)
@ConfigurationPropertiesScan
public class FateFlowApplication {}
