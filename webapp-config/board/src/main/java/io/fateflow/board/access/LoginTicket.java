package io.fateflow.board.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Logs the administrator in once, within an hour of the start: for programs that start a server for somebody and print
 * where it is. Whoever can set it can set the administrator's password, too.
 */
@Component
final class LoginTicket {

    private static final long VALID_MILLIS = Duration.ofHours(1).toMillis();
    private static final int SHORTEST = 32;

    private final Clock clock;
    private final String user;
    private final long until;
    private @Nullable String ticket;

    @Autowired
    LoginTicket(Environment environment, Clock clock) {
        this(
                environment.getProperty("fate.admin.ticket", ""),
                environment.getProperty("fate.admin.user", "admin"),
                clock);
    }

    /** @param ticket of at least 32 characters; there is none otherwise */
    LoginTicket(String ticket, String user, Clock clock) {
        this.clock = clock;
        this.user = user;
        this.until = clock.millis() + VALID_MILLIS;
        this.ticket = ticket.length() >= SHORTEST ? ticket : null;
    }

    /** The account that a ticket logs in; once */
    synchronized Optional<String> take(String given) {
        String expected = ticket;
        if (expected == null || clock.millis() > until || !isSame(expected, given)) {
            return Optional.empty();
        }
        ticket = null;
        return Optional.of(user);
    }

    private static boolean isSame(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
