package io.fateflow.webapp;

import java.time.Clock;
import java.time.ZoneId;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;

/** The Spring Boot application. What it consists of is found by package; how it is set up is in application.yaml. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
public class FateFlowApplication {

    @Bean
    Clock clock() {
        return Clock.system(ZoneId.systemDefault());
    }
}
