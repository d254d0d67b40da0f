package io.fateflow.webapp;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.test.context.TestPropertySource;

/** The server of {@link ServerTest} as the site of party 10000, among others; what a test needs besides, it adds. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ServerTest
@TestPropertySource(
        properties = {ServerTest.SECOND_ENGINE, "fate.federation.enabled=true", "fate.federation.party-id=10000"})
public @interface FederatedServerTest {}
