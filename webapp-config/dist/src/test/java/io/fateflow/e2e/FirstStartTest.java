package io.fateflow.e2e;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Two servers are started on one PostgreSQL that has no tables yet; both are on their way when the engine's are made. */
class FirstStartTest {

    private static final String WAITING = "select count(*) from pg_locks where locktype = 'advisory' and not granted"
            + " and database = (select oid from pg_database where datname = current_database())";

    @TempDir
    private Path place;

    @Test
    void twoFirstStartsAtOnceBothComeUpAndWorkTogether() throws Exception {
        Nodes nodes = new Nodes(place, Postgres.newDatabase());
        nodes.executorsTake(0);
        ExecutorProcesses executors = new ExecutorProcesses(nodes.home());
        int portA = ChildJvm.freePort();
        int portB = ChildJvm.freePort();
        FlowClient a = new FlowClient(portA);
        FlowClient b = new FlowClient(portB);
        SingleConnectionDataSource session =
                new SingleConnectionDataSource(nodes.jdbc().getDataSource().getConnection(), true);
        JdbcTemplate jdbc = new JdbcTemplate(session);
        holdTheEnginesFirstTable(jdbc);
        try (ChildJvm serverA = nodes.start("a", portA);
                ChildJvm serverB = nodes.start("b", portB)) {
            await("one makes the engine's tables, or both do, and nobody is ahead")
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> new Leases(jdbc).count(WAITING) == 2);
            jdbc.execute("drop event trigger first_table");
            jdbc.queryForList("select pg_advisory_unlock(1)");
            a.awaitUp(serverA);
            b.awaitUp(serverB);
            await("they know each other")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> a.get("/v1/node/list").at("/data/nodes").size() == 2);

            String ofA = a.submit(Jobs.held());
            String ofB = b.submit(Jobs.held());

            b.awaitEnd(ofA, "success");
            a.awaitEnd(ofB, "success");
            assertThat(a.findings()).isEmpty();
            assertThat(new Leases(nodes.jdbc())
                            .count("select count(*) from act_re_procdef where key_ = 'fate-job' and version_ > 1"))
                    .as("definitions that were deployed twice")
                    .isZero();
            new Leases(nodes.jdbc()).assertNoneIsLeft();
            serverA.terminate();
            serverB.terminate();
            assertThat(serverA.output()).as("whoever reaches it may do all").contains("FFB-5014");
        } finally {
            session.destroy();
            executors.killAll();
        }
        executors.assertNoneIsLeft();
    }

    /** Whoever begins to make them waits for a lock that the test has. */
    private static void holdTheEnginesFirstTable(JdbcTemplate jdbc) {
        jdbc.queryForList("select pg_advisory_lock(1)");
        jdbc.execute("create function first_table() returns event_trigger language plpgsql as"
                + " $$ begin if current_query() ilike '%create table act_ge_property%' then"
                + " perform pg_advisory_xact_lock_shared(1); end if; end $$");
        jdbc.execute("create event trigger first_table on ddl_command_start when tag in ('CREATE TABLE')"
                + " execute function first_table()");
    }
}
