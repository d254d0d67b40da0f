package io.fateflow.webapp.engine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import io.fateflow.transfer.Address.Member;
import io.fateflow.webapp.exchange.ExchangeTokens.Holder;

import static org.assertj.core.api.Assertions.assertThat;

class AttemptRowsTest {

    private static final Holder GUEST = new Holder("1", "1_a", 2, new Member("guest", "9999"));

    private final SingleConnectionDataSource database =
            new SingleConnectionDataSource("jdbc:h2:mem:attempt-rows", "sa", "", true);
    private final JdbcTemplate jdbc = new JdbcTemplate(database);
    private final AtomicLong nanos = new AtomicLong();
    private final AttemptRows attempts = new AttemptRows(jdbc, nanos::get);

    @BeforeEach
    void aRunningAttempt() {
        jdbc.execute("create table task (task_id varchar(110), task_version integer, role varchar(50),"
                + " party_id varchar(10), party_status varchar(50))");
        jdbc.update("insert into task values ('1_a', 2, 'guest', '9999', 'running')");
    }

    @AfterEach
    void close() {
        database.destroy();
    }

    @Test
    void whatRunsLives() {
        assertThat(attempts.isLive(GUEST)).isTrue();
        assertThat(attempts.isLive(new Holder("1", "1_a", 1, new Member("guest", "9999"))))
                .isFalse();
        assertThat(attempts.isLive(new Holder("1", "1_a", 2, new Member("host", "9999"))))
                .isFalse();
    }

    @Test
    void anEndThatNobodyToldCountsAfterASecond() {
        assertThat(attempts.isLive(GUEST)).isTrue();
        jdbc.update("update task set party_status = 'success'");

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());

        assertThat(attempts.isLive(GUEST)).isFalse();
    }

    @Test
    void anEndThatIsHeardOfCountsAtOnce() {
        assertThat(attempts.isLive(GUEST)).isTrue();
        jdbc.update("update task set party_status = 'canceled'");

        attempts.forget("1_a", 2);

        assertThat(attempts.isLive(GUEST)).isFalse();
    }
}
