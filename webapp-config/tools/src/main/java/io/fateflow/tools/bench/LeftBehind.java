package io.fateflow.tools.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.fateflow.webapp.database.EmbeddedPassword;

/** What a site that was stopped should not have any more. */
final class LeftBehind {

    private LeftBehind() {}

    static ObjectNode in(Path home) {
        JdbcTemplate jdbc = new JdbcTemplate(new DriverManagerDataSource(
                "jdbc:h2:" + home.resolve("db/fate-flow") + ";IFEXISTS=TRUE", "sa", password(home)));
        return JsonNodeFactory.instance
                .objectNode()
                .put("jobs", count(jdbc, "job"))
                .put("jobsThatHaveNotEnded", count(jdbc, "job where status in ('waiting', 'running')"))
                .put("leases", count(jdbc, "resource_lease"))
                .put("enginesThatLackCores", count(jdbc, "engine_registry where remaining_cores <> cores"))
                .put("unansweredCalls", count(jdbc, "party_command where answer_time is null"));
    }

    private static String password(Path home) {
        try {
            return EmbeddedPassword.of(home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long count(JdbcTemplate jdbc, String what) {
        Long count = jdbc.queryForObject("select count(*) from " + what, Long.class);
        return count == null ? 0 : count;
    }
}
