package io.fateflow.webapp.database;

import java.time.Duration;
import java.util.UUID;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * What this server says to PostgreSQL when it opens a session: how long its locks may last, and what it is called, so that
 * others can end its sessions when it is dead. Said in SQL, as what stands in the URL would win, and proxies know no options.
 */
public final class SessionSettings implements BeanPostProcessor {

    private static final int LONGEST_NAME = 40;

    private final DatabaseProperties limits;
    private final String name;

    /**
     * Makes them.
     *
     * @param node this server's name; may be empty
     */
    public SessionSettings(DatabaseProperties limits, String node) {
        this.limits = limits;
        String words = node.replaceAll("[^A-Za-z0-9_.:-]", "_");
        this.name = "fate-flow %s %s"
                .formatted(
                        words.substring(0, Math.min(words.length(), LONGEST_NAME)),
                        UUID.randomUUID().toString().substring(0, 8));
    }

    /** How all sessions of this start of the server are named. */
    public String name() {
        return name;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof HikariDataSource pool && isPostgres(pool)) {
            apply(pool, limits.lockTimeout(), limits.socketTimeout());
        }
        return bean;
    }

    static boolean isPostgres(HikariConfig pool) {
        return String.valueOf(pool.getJdbcUrl()).startsWith("jdbc:postgresql:");
    }

    void apply(HikariConfig pool, Duration lockTimeout, Duration socketTimeout) {
        // a line that is cut without a word is noticed at both ends
        pool.addDataSourceProperty("tcpKeepAlive", "true");
        pool.addDataSourceProperty("connectTimeout", "5");
        pool.addDataSourceProperty("socketTimeout", Long.toString(socketTimeout.toSeconds()));
        String more = pool.getConnectionInitSql() == null ? "" : "; " + pool.getConnectionInitSql();
        pool.setConnectionInitSql(String.join(
                        "; ",
                        "set application_name = '" + name + "'",
                        "set lock_timeout = " + lockTimeout.toMillis(),
                        "set idle_in_transaction_session_timeout = "
                                + limits.idleInTransaction().toMillis(),
                        "set tcp_user_timeout = " + limits.unacknowledged().toMillis(),
                        "set tcp_keepalives_idle = 5",
                        "set tcp_keepalives_interval = 2",
                        "set tcp_keepalives_count = 3")
                + more);
    }
}
