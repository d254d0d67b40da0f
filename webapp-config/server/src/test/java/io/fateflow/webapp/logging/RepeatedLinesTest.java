package io.fateflow.webapp.logging;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.process.DeferredException;

import static org.assertj.core.api.Assertions.assertThat;

class RepeatedLinesTest {

    private final AtomicLong now = new AtomicLong();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private Logger log;

    @BeforeEach
    void log() {
        LoggerContext context = new LoggerContext();
        context.addTurboFilter(new RepeatedLines(now::get));
        log = context.getLogger("test");
        log.setLevel(Level.INFO);
        lines.start();
        log.addAppender(lines);
    }

    @Test
    void aLineThatRepeatsItselfIsWrittenAFewTimesAndCounted() {
        for (int i = 0; i < 1_000; i++) {
            log.warn("no heartbeat: {}", "away");
        }
        assertThat(written()).hasSize(3).containsOnly("no heartbeat: away");

        pass(Duration.ofSeconds(11));
        log.warn("something else");

        assertThat(written()).endsWith("997 more lines in ten seconds of: no heartbeat: {}", "something else");
        log.warn("no heartbeat: {}", "away");
        assertThat(written()).endsWith("no heartbeat: away");
    }

    @Test
    void linesWithOtherValuesAreOtherLines() {
        for (int i = 0; i < 10; i++) {
            log.error("job {} failed", i);
        }

        assertThat(written()).hasSize(10);
    }

    /** Whatever step breaks, it is for one reason. */
    @Test
    void aDatabaseThatIsAwayIsOneLineWhateverItTellsOf() {
        IllegalStateException away = new IllegalStateException(new SQLException("closed", "90098"));
        for (int i = 0; i < 10; i++) {
            log.warn("job {} failed", i, away);
        }

        assertThat(written()).containsExactly("job 0 failed", "job 1 failed", "job 2 failed");
    }

    /** Many do while a busy party is called: once for each command is no news. */
    @Test
    void stepsWhoseTurnComesLaterAreOneLineWhateverTheyAre() {
        for (int i = 0; i < 10; i++) {
            log.warn("job {} failed", i, new DeferredException("party 10000 is slow", Instant.EPOCH));
        }

        assertThat(written()).containsExactly("job 0 failed", "job 1 failed", "job 2 failed");
    }

    @Test
    void whatIsNotWrittenAnywayAndWhatIsNoWarningIsLeftAlone() {
        for (int i = 0; i < 10; i++) {
            log.info("all is well");
        }
        log.setLevel(Level.ERROR);
        log.warn("not written");

        assertThat(written()).hasSize(10).containsOnly("all is well");
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private List<String> written() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
