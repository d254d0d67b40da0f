package io.fateflow.webapp.audit;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.AuditOutcome;
import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.webapp.security.AccessLog;

/**
 * Tells the scheduler on whose behalf a request is served, and writes refused ones into the audit log: so many a minute,
 * since whoever is refused can ask again at any speed. Those left out are counted in the next entry. Who has logged in is
 * written, too: a program once an hour for each account, way and address, as it does so with every call.
 */
@Component
final class AuditedAccess implements AccessLog {

    private static final Logger LOG = LoggerFactory.getLogger(AuditedAccess.class);
    private static final int MOST_A_MINUTE = 100;
    private static final long MINUTE_MILLIS = 60_000;

    /** They log in with every call. */
    private static final Set<String> PROGRAMS = Set.of("basic", "key", "token");

    private static final long PROGRAMS_AGAIN_MILLIS = Duration.ofHours(1).toMillis();
    private static final int MOST_LOGINS = 10_000;

    private final CurrentActor currentActor;
    private final AuditLog audit;
    private final LongSupplier now;
    private final Map<Login, Long> logins = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Login, Long> eldest) {
            return size() > MOST_LOGINS;
        }
    };
    private long minute;
    private int written;
    private int leftOut;

    @Autowired
    AuditedAccess(CurrentActor currentActor, AuditLog audit, Clock clock) {
        this(currentActor, audit, clock::millis);
    }

    /** @param now epoch milliseconds */
    AuditedAccess(CurrentActor currentActor, AuditLog audit, LongSupplier now) {
        this.currentActor = currentActor;
        this.audit = audit;
        this.now = now;
    }

    /** What one program does with every call. */
    private record Login(String user, String way, String origin) {}

    @Override
    public Scope admitted(String user, String origin) {
        CurrentActor.Scope scope = currentActor.as(new Actor(user, origin));
        return scope::close;
    }

    @Override
    public void loggedIn(String user, String way, String origin) {
        if (!PROGRAMS.contains(way) || isNew(new Login(user, way, origin))) {
            write(AuditEntry.done(AuditAction.LOGIN).with("way", way), new Actor(user, origin));
        }
    }

    @Override
    public void loggedOut(String user, String origin) {
        write(AuditEntry.done(AuditAction.LOGOUT), new Actor(user, origin));
    }

    private void write(AuditEntry entry, Actor by) {
        try {
            audit.write(entry, by);
        } catch (DataAccessException e) {
            LOG.warn(
                    "{} of {} could not be written into the audit log",
                    entry.action().wire(),
                    by.name(),
                    e);
        }
    }

    /** Whether it was not written down within the last while. */
    private boolean isNew(Login login) {
        long current = now.getAsLong();
        synchronized (logins) {
            Long last = logins.get(login);
            if (last != null && current - last < PROGRAMS_AGAIN_MILLIS) {
                return false;
            }
            logins.put(login, current);
            return true;
        }
    }

    @Override
    public void refused(String user, String origin, String request, String why) {
        int before = leftOutBefore();
        if (before < 0) {
            return;
        }
        AuditEntry entry = AuditEntry.done(AuditAction.ACCESS)
                .ended(AuditOutcome.REFUSED)
                .with("request", request)
                .with("why", why);
        // refused it is, whether that can be written down or not
        write(before == 0 ? entry : entry.with("left_out_before", before), new Actor(user, origin));
    }

    /** How many were left out since the last one; negative if this one is, too. */
    private synchronized int leftOutBefore() {
        long current = now.getAsLong() / MINUTE_MILLIS;
        if (current != minute) {
            minute = current;
            written = 0;
        }
        if (written == MOST_A_MINUTE) {
            leftOut++;
            return -1;
        }
        written++;
        int before = leftOut;
        leftOut = 0;
        return before;
    }
}
