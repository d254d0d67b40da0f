package io.fateflow.webapp.database;

import java.time.Clock;
import javax.sql.DataSource;

import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

import io.fateflow.database.DatabaseError;
import io.fateflow.engine.node.SiteSetting;

/** Whether the database takes anything: one with a full disk, or that is read-only, may answer questions all the same. */
@Component
final class WriteHealth extends AbstractHealthIndicator {

    private static final String ROW = "health";
    private static final int LONGEST_SECONDS = 5;

    private final JdbcTemplate jdbc;
    private final Clock clock;

    WriteHealth(DataSource dataSource, Clock clock) {
        super("the database takes nothing");
        this.jdbc = new JdbcTemplate(dataSource);
        this.jdbc.setQueryTimeout(LONGEST_SECONDS);
        this.clock = clock;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        try {
            write();
            builder.up();
        } catch (RuntimeException e) {
            if (!DatabaseError.isTransient(e)) {
                throw e;
            }
            builder.down().withDetail("sqlState", DatabaseError.state(e));
        }
    }

    private void write() {
        if (jdbc.update("update site_setting set update_time = ? where name = ?", clock.millis(), ROW) == 0) {
            SiteSetting.open(jdbc, ROW, clock);
        }
    }
}
