package io.fateflow.webapp.database;

import java.time.Clock;
import java.time.Duration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

import io.fateflow.engine.node.DatabaseClock;

/** The time that all servers of this site share, and how far this node's own clock is off it. */
@Component
public final class SiteClock {

    /** More than this, and somebody should look at the node's clock. */
    public static final Duration TOLERATED = DatabaseClock.TOLERATED;

    private static final Logger LOG = LoggerFactory.getLogger(SiteClock.class);

    private final DatabaseClock clock;
    private final JdbcTemplate database;
    private volatile boolean wasOff;

    SiteClock(@Qualifier(TimeConfiguration.NODE_CLOCK) Clock node, HeartbeatConnections signs) {
        this.clock = new DatabaseClock(node, System::nanoTime);
        this.database = new JdbcTemplate(signs.dataSource());
    }

    Clock clock() {
        return clock;
    }

    /** Asks the database what time it is. */
    public void measure() {
        clock.measure(database);
        boolean off = isOff();
        if (off && !wasOff) {
            LOG.warn(
                    "FFB-7030 the clock of this machine is {} ms ahead of the database's; leases and timers go by the"
                            + " database's, but logs and other sites see this one: have it set by NTP",
                    difference().toMillis());
        }
        wasOff = off;
    }

    /** How far this node's own clock is ahead of the database's. */
    public Duration difference() {
        return clock.difference();
    }

    /** Whether the node's own clock is further off than it should be. */
    public boolean isOff() {
        return difference().abs().compareTo(TOLERATED) > 0;
    }
}
