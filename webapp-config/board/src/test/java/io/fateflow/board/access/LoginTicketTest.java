package io.fateflow.board.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import org.junit.jupiter.api.Test;
import org.threeten.extra.MutableClock;

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
        MutableClock clock = MutableClock.of(START.instant(), ZoneOffset.UTC);
        LoginTicket ticket = new LoginTicket(TICKET, "admin", clock);
        clock.add(Duration.ofMinutes(61));

        assertThat(ticket.take(TICKET)).isEmpty();
    }
}
