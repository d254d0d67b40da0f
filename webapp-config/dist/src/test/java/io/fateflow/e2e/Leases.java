package io.fateflow.e2e;

import java.time.Duration;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What is held of a site's resources, as its database says. */
record Leases(JdbcTemplate jdbc) {

    /** All jobs have ended: nothing is held, all is there, and no party waits for an executor. */
    void assertNoneIsLeft() {
        await("no lease is left")
                .atMost(Duration.ofSeconds(10))
                .until(() -> count("select count(*) from resource_lease") == 0);
        assertThat(count("select count(*) from engine_registry where remaining_cores <> cores"))
                .as("engines that lack something")
                .isZero();
        await("no external task is left")
                .atMost(Duration.ofSeconds(10))
                .until(() -> count("select count(*) from act_ru_ext_task") == 0);
    }

    long count(String sql) {
        Long count = jdbc.queryForObject(sql, Long.class);
        return count == null ? 0 : count;
    }
}
