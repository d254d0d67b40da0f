package io.fateflow.webapp.database;

import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Connections on which this server and its site's workers say that they live, and nothing else is done: a pool that is used
 * up, a statement that takes long, and a lock that somebody holds are no reason to be taken for dead.
 */
@Component
public final class HeartbeatConnections implements DisposableBean {

    private static final int CONNECTIONS = 2;
    private static final Duration LOCK = Duration.ofSeconds(1);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration CONNECTION = Duration.ofSeconds(2);

    private final HikariDataSource connections;

    public HeartbeatConnections(DataSource dataSource, SessionSettings sessions) throws SQLException {
        HikariConfig config = new HikariConfig();
        HikariDataSource main = dataSource.unwrap(HikariDataSource.class);
        config.setJdbcUrl(main.getJdbcUrl());
        config.setUsername(main.getUsername());
        config.setPassword(main.getPassword());
        if (main.getDriverClassName() != null) {
            config.setDriverClassName(main.getDriverClassName());
        }
        main.getDataSourceProperties().forEach((key, value) -> config.addDataSourceProperty(key.toString(), value));
        config.setPoolName("signs-of-life");
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(CONNECTION.toMillis());
        // a database that is away now is no reason not to begin
        config.setInitializationFailTimeout(-1);
        if (SessionSettings.isPostgres(config)) {
            sessions.apply(config, LOCK, ANSWER);
        } else {
            config.setConnectionInitSql("set lock_timeout " + LOCK.toMillis());
        }
        this.connections = new HikariDataSource(config);
    }

    /** In place of the server's other connections. */
    public DataSource dataSource() {
        return connections;
    }

    @Override
    public void destroy() {
        connections.close();
    }
}
