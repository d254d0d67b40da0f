package io.fateflow.webapp.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Two servers are started at the same moment on one PostgreSQL that has no tables yet. */
class FirstStartTest {

    @TempDir
    private Path place;

    @Test
    void twoFirstStartsAtOnceBothComeUpAndWorkTogether() throws IOException {
        Nodes nodes = new Nodes(place, Postgres.newDatabase());
        nodes.executorsTake(0);
        ExecutorProcesses executors = new ExecutorProcesses(nodes.home());
        int portA = ChildJvm.freePort();
        int portB = ChildJvm.freePort();
        FlowClient a = new FlowClient(portA);
        FlowClient b = new FlowClient(portB);
        try (ChildJvm serverA = nodes.start("a", portA);
                ChildJvm serverB = nodes.start("b", portB)) {
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
        } finally {
            executors.killAll();
        }
        executors.assertNoneIsLeft();
    }
}
