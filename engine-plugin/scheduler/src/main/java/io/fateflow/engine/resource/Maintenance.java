package io.fateflow.engine.resource;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.node.SiteSetting;

/** The site's maintenance: while it is on, no job is admitted; jobs that run go on. A row of {@code site_setting}. */
public final class Maintenance {

    private static final String NAME = "maintenance";
    private static final String SELECT = """
            select setting_value, actor, update_time from site_setting
            where name = :name and setting_value is not null
            """;

    private final JdbcClient jdbc;
    private final Clock clock;

    /**
     * Maintenance that is on.
     *
     * @param since epoch milliseconds
     */
    public record State(String by, long since, String reason) {

        /** As a waiting job says it. */
        public String refusal() {
            return "the site admits no jobs: maintenance by %s since %s%s"
                    .formatted(
                            by,
                            Instant.ofEpochMilli(since).truncatedTo(ChronoUnit.SECONDS),
                            reason.isEmpty() ? "" : ": " + reason);
        }
    }

    private Maintenance(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    /** Makes the row at the first start: whoever waits locks it. */
    public static Maintenance open(JdbcTemplate jdbc, Clock clock) {
        SiteSetting.open(jdbc, NAME, clock);
        return new Maintenance(jdbc, clock);
    }

    /** Empty while it is off. */
    public Optional<State> current() {
        return read(SELECT);
    }

    /** As {@link #current}; if it is on, it stays so until the transaction ends, so that its end finds who waits. */
    public Optional<State> held() {
        return current().isPresent() ? read(SELECT + " for update") : Optional.empty();
    }

    /** @param reason null to switch it off */
    public void set(@Nullable String reason, String by) {
        jdbc.sql("""
                update site_setting set setting_value = :reason, actor = :by, update_time = :now where name = :name
                """)
                .param("reason", reason)
                .param("by", by)
                .param("now", clock.millis())
                .param("name", NAME)
                .update();
    }

    private Optional<State> read(String sql) {
        return jdbc.sql(sql)
                .param("name", NAME)
                .query((row, number) ->
                        new State(row.getString("actor"), row.getLong("update_time"), row.getString("setting_value")))
                .optional();
    }
}
