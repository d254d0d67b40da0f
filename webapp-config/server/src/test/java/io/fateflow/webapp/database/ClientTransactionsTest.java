package io.fateflow.webapp.database;

import java.io.IOException;
import java.util.Objects;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import static org.assertj.core.api.Assertions.assertThat;

/** A statement that a client waits for gives a lock up sooner than others: what it loses to several locks adds up. */
@Tag("slow")
class ClientTransactionsTest {

    @AfterEach
    void noRequest() {
        RequestContextHolder.resetRequestAttributes();
    }

    @Test
    void onlyATransactionThatAClientWaitsForHasTheShortLimitAndOnlyAsLongAsItLasts() throws IOException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setConnectConfig("options", "-c lock_timeout=12s")
                .start()) {
            JdbcTemplate jdbc = new JdbcTemplate(postgres.getPostgresDatabase());
            TransactionTemplate transaction =
                    new TransactionTemplate(new ClientTransactions(Objects.requireNonNull(jdbc.getDataSource())));

            assertThat(transaction.<String>execute(status -> limit(jdbc))).isEqualTo("12s");

            RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(new MockHttpServletRequest()));
            assertThat(transaction.<String>execute(status -> limit(jdbc))).isEqualTo("5s");
            assertThat(limit(jdbc)).as("after it").isEqualTo("12s");
        }
    }

    private static String limit(JdbcTemplate jdbc) {
        return Objects.requireNonNull(jdbc.queryForObject("show lock_timeout", String.class));
    }
}
