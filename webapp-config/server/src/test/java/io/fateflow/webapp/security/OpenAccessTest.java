package io.fateflow.webapp.security;

import java.time.Duration;
import java.util.List;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.TurboFilterList;
import ch.qos.logback.classic.turbo.TurboFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/** What a server says of itself when it has started. */
@ExtendWith(OutputCaptureExtension.class)
class OpenAccessTest {

    private final ApplicationContextRunner server = new ApplicationContextRunner().withUserConfiguration(Site.class);

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({AccessProperties.class, AuthenticationProperties.class})
    @Import(OpenAccess.class)
    static class Site {}

    private final TurboFilterList filters = ((LoggerContext) LoggerFactory.getILoggerFactory()).getTurboFilterList();
    private final List<TurboFilter> before = List.copyOf(filters);

    /** Servers that other tests have started a moment ago in this JVM have said the same: their filter folds it. */
    @BeforeEach
    void foldNothing() {
        filters.removeAll(before);
    }

    @AfterEach
    void foldAgain() {
        filters.addAll(before);
    }

    @Test
    void saysThatWhoeverReachesItMayDoAll(CapturedOutput output) {
        start();

        assertThat(output)
                .contains("WARN", "FFB-5014", "whoever reaches this server's API may", "fate.access.roles=true");
    }

    @Test
    void saysThatWhoeverHasTheKeyMayDoAll(CapturedOutput output) {
        start("fate.authentication.client.switch=true");

        assertThat(output).contains("FFB-5014", "whoever has the key of fate.authentication.client may");
    }

    @Test
    void saysNothingOfItIfItGoesByRoles(CapturedOutput output) {
        start("fate.access.roles=true");

        assertThat(output).doesNotContain("FFB-5014");
    }

    private void start(String... settings) {
        server.withPropertyValues(settings)
                .run(context -> context.publishEvent(new ApplicationReadyEvent(
                        new SpringApplication(), new String[0], context.getSourceApplicationContext(), Duration.ZERO)));
    }
}
