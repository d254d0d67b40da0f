package io.fateflow.engine.node;

import java.time.Clock;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A row of {@code site_setting}: what all servers of a site agree on, and what they lock to take turns. */
public final class SiteSetting {

    private final JdbcClient jdbc;
    private final String name;

    private SiteSetting(JdbcClient jdbc, String name) {
        this.jdbc = jdbc;
        this.name = name;
    }

    /** Makes the row, without a value, at the first start. */
    public static SiteSetting open(JdbcTemplate jdbc, String name, Clock clock) {
        JdbcClient client = JdbcClient.create(jdbc);
        client.sql("""
                insert into site_setting (name, setting_value, actor, update_time)
                select cast(:name as varchar(50)), null, '', cast(:now as bigint)
                where not exists (select 1 from site_setting where name = :name)
                """).param("name", name).param("now", clock.millis()).update();
        return new SiteSetting(client, name);
    }

    /** Locks the row until the transaction ends. */
    public void lock() {
        jdbc.sql("select name from site_setting where name = :name for update")
                .param("name", name)
                .query(String.class)
                .list();
    }
}
