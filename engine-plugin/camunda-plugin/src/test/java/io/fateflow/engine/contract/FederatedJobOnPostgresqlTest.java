package io.fateflow.engine.contract;

import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.dsl.JobDocument;
import io.fateflow.engine.job.JobSubmission;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

final class FederatedJobOnPostgresqlTest extends FederatedJobContract {

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }

    /** By the engine's REST, where the transaction begins before anybody can be asked. */
    @Test
    void aTransactionThatStartsAJobMayStandStillWhileAnotherSiteIsAsked() {
        JdbcTemplate jdbc = sites.guest().jdbc();
        JobSubmission job = ThreeSites.job();
        sites.network().whenAsked(call -> await("longer than usual").until(() -> standsStill(jdbc)));
        sites.network().goDown(ThreeSites.HOST);
        TransactionTemplate transaction =
                new TransactionTemplate(new DataSourceTransactionManager(Objects.requireNonNull(jdbc.getDataSource())));

        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    jdbc.execute("set local idle_in_transaction_session_timeout = '1s'");
                    sites.guest()
                            .engine()
                            .getRuntimeService()
                            .startProcessInstanceByKey(
                                    "fate-job", Map.of("dsl", text(job.dsl()), "runtimeConf", text(job.runtimeConf())));
                }))
                .hasStackTraceContaining("FFB-2050")
                .hasStackTraceContaining("host 10000");
    }

    private static boolean standsStill(JdbcTemplate jdbc) {
        return Boolean.TRUE.equals(jdbc.queryForObject(
                "select count(*) > 0 from pg_stat_activity where datname = current_database()"
                        + " and state = 'idle in transaction' and clock_timestamp() - state_change > interval '1.2 s'",
                Boolean.class));
    }

    private static String text(JobDocument document) {
        return ((JobDocument.Text) document).json();
    }
}
