package io.fateflow.federation.auth;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.testing.TestSchema;

import static org.assertj.core.api.Assertions.assertThat;

/** What the servers of a site remember of calls together, on every database. */
abstract class CallMemoryContract {

    private static final Instant NOW = Instant.parse("2026-01-02T15:30:45Z");
    private static final Instant LATER = NOW.plusSeconds(1_200);

    private JdbcTemplate jdbc;

    abstract DataSource dataSource();

    @BeforeEach
    void nothing() {
        TestSchema.migrate(dataSource());
        jdbc = new JdbcTemplate(dataSource());
        jdbc.update("delete from call_nonce");
        jdbc.update("delete from call_signer");
    }

    private StoredCallMemory node(Instant now) {
        return new StoredCallMemory(jdbc, Clock.fixed(now, ZoneOffset.UTC));
    }

    @Test
    void whatOneServerHasTakenAnotherDoesNotTake() {
        assertThat(node(NOW).isFirstUse(9999, "a", LATER)).isTrue();

        assertThat(node(NOW).isFirstUse(9999, "a", LATER)).isFalse();
        assertThat(node(NOW).isFirstUse(9999, "b", LATER)).isTrue();
        assertThat(node(NOW).isFirstUse(10001, "a", LATER)).isTrue();
    }

    @Test
    void ofTwoAtOnceOneIsTheFirst() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Boolean> use = () -> node(NOW).isFirstUse(9999, "at once", LATER);
            List<Boolean> first = new ArrayList<>();
            for (Future<Boolean> one : threads.invokeAll(List.of(use, use, use, use, use, use, use, use))) {
                first.add(one.get());
            }
            assertThat(first).containsOnlyOnce(true);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @Tag("slow")
    void whatIsTooOldForEveryClockIsRemoved() {
        node(NOW).isFirstUse(9999, "old", NOW.plusSeconds(60));

        node(NOW.plusSeconds(300)).isFirstUse(9999, "new", LATER);
        assertThat(jdbc.queryForObject("select count(*) from call_nonce", Integer.class))
                .isEqualTo(2);

        node(NOW.plusSeconds(700)).isFirstUse(9999, "newer", LATER);
        assertThat(jdbc.queryForList("select nonce from call_nonce", String.class))
                .containsExactlyInAnyOrder("new", "newer");
    }

    @Test
    void whoSignsIsRememberedByAll() {
        StoredCallMemory other = node(NOW);
        assertThat(other.isSigning(9999)).isFalse();

        node(NOW).signs(9999);
        node(NOW).signs(9999);

        assertThat(other.isSigning(9999)).isTrue();
        assertThat(other.isSigning(10001)).isFalse();
    }
}
