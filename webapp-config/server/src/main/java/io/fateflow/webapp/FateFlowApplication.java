package io.fateflow.webapp;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The Spring Boot application. What it consists of is found by package; how it is set up is in application.yaml. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
public class FateFlowApplication {}
