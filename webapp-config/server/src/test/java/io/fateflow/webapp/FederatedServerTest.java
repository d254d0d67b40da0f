package io.fateflow.webapp;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;
import org.springframework.test.context.TestPropertySource;

/** The server of {@link ServerTest} as the site of party 10000, among others; what a test needs besides, it adds. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ServerTest
@Tag(ServerTest.SERVER)
@TestPropertySource(
        properties = {ServerTest.SECOND_ENGINE, "fate.federation.enabled=true", "fate.federation.party-id=10000"})
public @interface FederatedServerTest {}
