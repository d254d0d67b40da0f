package io.fateflow.board.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LoginTicketTest {

    private static final String TICKET = "0123456789abcdef0123456789abcdef";
    private static final Clock START = Clock.fixed(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);

    @Test
    void logsInOnce() {
        LoginTicket ticket = new LoginTicket(TICKET, "admin", START);

        assertThat(ticket.take("something else")).isEmpty();
        assertThat(ticket.take(TICKET)).contains("admin");
        assertThat(ticket.take(TICKET)).isEmpty();
    }

    @Test
    void aShortOneIsNone() {
        assertThat(new LoginTicket("short", "admin", START).take("short")).isEmpty();
        assertThat(new LoginTicket("", "admin", START).take("")).isEmpty();
    }

    @Test
    void isTooOldAfterAnHour() {
        Moving clock = new Moving();
        LoginTicket ticket = new LoginTicket(TICKET, "admin", clock);
        clock.offset = Duration.ofMinutes(61);

        assertThat(ticket.take(TICKET)).isEmpty();
    }

    private static final class Moving extends Clock {

        private Duration offset = Duration.ZERO;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return START.instant().plus(offset);
        }
    }
}
