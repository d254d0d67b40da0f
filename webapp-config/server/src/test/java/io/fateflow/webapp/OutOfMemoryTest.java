package io.fateflow.webapp;

import java.util.ArrayList;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class OutOfMemoryTest {

    private final List<Integer> ended = new ArrayList<>();
    private final OutOfMemory watch = new OutOfMemory(ended::add);
    private final Logger log = new LoggerContext().getLogger("test");

    @BeforeEach
    void start() {
        watch.start();
    }

    private void logged(Throwable failure) {
        watch.doAppend(new LoggingEvent("test", log, Level.ERROR, "{} failed", failure, new Object[] {"it"}));
    }

    @Test
    void whoeverCatchesAndLogsItEndsTheServer() {
        logged(new IllegalStateException(new OutOfMemoryError("Java heap space")));

        assertThat(ended).containsExactly(OutOfMemory.EXIT_CODE);
    }

    @Test
    void aThreadThatDiesOfItEndsTheServer() {
        watch.uncaughtException(Thread.currentThread(), new OutOfMemoryError("Java heap space"));

        assertThat(ended).containsExactly(OutOfMemory.EXIT_CODE);
    }

    @Test
    void otherFailuresDoNot() {
        logged(new IllegalStateException("no"));
        logged(new StackOverflowError());
        watch.uncaughtException(Thread.currentThread(), new IllegalStateException("no"));
        watch.doAppend(new LoggingEvent("test", log, Level.INFO, "all is well", null, null));

        assertThat(ended).isEmpty();
    }
}
