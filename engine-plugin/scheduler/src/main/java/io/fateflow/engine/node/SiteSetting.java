package io.fateflow.engine.node;

import java.time.Clock;

import org.springframework.jdbc.core.JdbcTemplate;

/** A row of {@code site_setting}: what all servers of a site agree on, and what they lock to take turns. */
public final class SiteSetting {

    private final JdbcTemplate jdbc;
    private final String name;

    private SiteSetting(JdbcTemplate jdbc, String name) {
        this.jdbc = jdbc;
        this.name = name;
    }

    /** Makes the row, without a value, at the first start. */
    public static SiteSetting open(JdbcTemplate jdbc, String name, Clock clock) {
        jdbc.update("""
                insert into site_setting (name, setting_value, actor, update_time)
                select cast(? as varchar(50)), null, '', cast(? as bigint)
                where not exists (select 1 from site_setting where name = ?)
                """, name, clock.millis(), name);
        return new SiteSetting(jdbc, name);
    }

    /** Locks the row until the transaction ends. */
    public void lock() {
        jdbc.queryForList("select name from site_setting where name = ? for update", String.class, name);
    }
}
