package io.fateflow.e2e;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.database.DatabaseProperties;
import io.fateflow.webapp.database.HeartbeatConnections;
import io.fateflow.webapp.database.SessionSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** On what terms a server and PostgreSQL speak. */
class DatabaseSessionsTest {

    private final SessionSettings settings = new SessionSettings(
            new DatabaseProperties(
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(20)),
            "node'; drop table x; --");
    private HikariDataSource pool;

    @BeforeEach
    void open() {
        Map<String, String> database = Postgres.newDatabase();
        HikariDataSource source = new HikariDataSource();
        source.setJdbcUrl(database.get("spring.datasource.url"));
        source.setUsername(database.get("spring.datasource.username"));
        source.setMaximumPoolSize(2);
        source.setConnectionTimeout(1_000);
        pool = (HikariDataSource) settings.postProcessBeforeInitialization(source, "dataSource");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void everySessionSaysWhoseItIsAndHowLongItMayHoldUpOthers() {
        JdbcTemplate jdbc = new JdbcTemplate(pool);

        assertThat(shown(jdbc, "application_name"))
                .isEqualTo(settings.name())
                .startsWith("fate-flow node___drop_table_x__--")
                .hasSizeLessThan(64);
        assertThat(shown(jdbc, "lock_timeout")).isEqualTo("3s");
        assertThat(shown(jdbc, "idle_in_transaction_session_timeout")).isEqualTo("1s");
        assertThat(shown(jdbc, "tcp_user_timeout")).as("milliseconds").isEqualTo("10000");
        assertThat(shown(jdbc, "tcp_keepalives_idle")).isEqualTo("5");
    }

    @Test
    void whatStandsStillInATransactionIsEndedByTheDatabaseAndItsLocksAreFree() throws SQLException {
        JdbcTemplate jdbc = new JdbcTemplate(pool);
        jdbc.execute("create table turn (name varchar(10) primary key)");
        jdbc.update("insert into turn values ('it')");
        try (Connection paused =
                        DriverManager.getConnection(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword());
                Statement statement = paused.createStatement()) {
            statement.execute(pool.getConnectionInitSql());
            paused.setAutoCommit(false);
            statement.execute("select * from turn for update");

            // waits for a second; were the first one not ended, this would be, after three
            assertThat(jdbc.queryForList("select name from turn for update", String.class))
                    .containsExactly("it");
        }
    }

    @Test
    void aServerSaysThatItLivesThoughItsPoolIsUsedUpAndWaitsForNoLock() throws SQLException {
        JdbcTemplate jdbc = new JdbcTemplate(pool);
        jdbc.execute("create table turn (name varchar(10) primary key)");
        jdbc.update("insert into turn values ('it')");
        Life life = new Life(pool, settings);
        try (Connection one = pool.getConnection();
                Connection two = pool.getConnection();
                Statement statement = one.createStatement()) {
            one.setAutoCommit(false);
            statement.execute("set local idle_in_transaction_session_timeout = 0");
            statement.execute("select * from turn for update");
            assertThatThrownBy(() -> jdbc.queryForObject("select 1", Integer.class))
                    .isInstanceOf(DataAccessException.class);

            assertThat(life.jdbc().queryForObject("select 1", Integer.class)).isEqualTo(1);
            assertThatThrownBy(() -> life.jdbc().queryForList("select * from turn for update"))
                    .hasMessageContaining("lock timeout");
            assertThat(shown(life.jdbc(), "application_name")).isEqualTo(settings.name());
            assertThat(two.isValid(1)).isTrue();
            one.rollback();
        } finally {
            life.close();
        }
        await().until(() -> jdbc.queryForObject("select 1", Integer.class) == 1);
    }

    private static String shown(JdbcTemplate jdbc, String setting) {
        return jdbc.queryForObject("show " + setting, String.class);
    }

    private record Life(HeartbeatConnections signs, JdbcTemplate jdbc) {
        Life(HikariDataSource pool, SessionSettings settings) throws SQLException {
            this(new HeartbeatConnections(pool, settings));
        }

        private Life(HeartbeatConnections signs) {
            this(signs, new JdbcTemplate(signs.dataSource()));
        }

        void close() {
            signs.destroy();
        }
    }
}
