package io.fateflow.webapp.federation;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.executor.LostRace;
import io.fateflow.engine.process.PartiesAtStart;

import static org.assertj.core.api.Assertions.assertThat;

class PartiesCalledAtStartTest {

    private final AtomicInteger tries = new AtomicInteger();
    private final ApplicationContextRunner server = new ApplicationContextRunner()
            .withBean(
                    PartiesAtStart.class,
                    () -> new PartiesAtStart(new EngineCommands(
                            () -> {
                                tries.incrementAndGet();
                                throw new IllegalStateException("no database");
                            },
                            new LostRace())))
            .withUserConfiguration(PartiesCalledAtStart.class);

    @Test
    void aServerThatCanNotCallThemStartsAllTheSame() {
        becomesReady(server.withPropertyValues("fate.federation.enabled=true"));

        assertThat(tries).hasValue(1);
    }

    @Test
    void aSiteWithoutOthersCallsNobody() {
        becomesReady(server.withPropertyValues("fate.federation.enabled=false"));

        assertThat(tries).hasValue(0);
    }

    private static void becomesReady(ApplicationContextRunner server) {
        server.run(context -> context.publishEvent(new ApplicationReadyEvent(
                new SpringApplication(), new String[0], context.getSourceApplicationContext(), Duration.ZERO)));
    }
}
