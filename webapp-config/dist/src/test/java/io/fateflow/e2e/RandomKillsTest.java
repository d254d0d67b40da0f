package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The server is killed again and again, at times that a seed chooses, while jobs are submitted, run and exchange data. */
class RandomKillsTest {

    private static final int KILLS = Integer.getInteger("fate.test.kills", 4);
    private static final long SEED = Long.getLong("fate.test.seed", 42);
    private static final int MANY = 200_000;

    @TempDir
    private Path place;

    @Test
    void everyJobGoesOnAfterEveryKill() throws IOException {
        Nodes nodes = new Nodes(place, Postgres.newDatabase());
        ExecutorProcesses executors = new ExecutorProcesses(nodes.home());
        nodes.executorsTake(1.5);
        Random random = new Random(SEED);
        int port = ChildJvm.freePort();
        FlowClient client = new FlowClient(port);
        List<String> jobs = new ArrayList<>();
        int held = 0;
        ChildJvm server = nodes.start("a", port);
        try {
            client.awaitUp(server);
            Jobs.uploadTables(client);
            for (int kill = 0; kill < KILLS; kill++) {
                jobs.add(client.submit(Jobs.held()));
                held++;
                if (kill % 3 == 0) {
                    jobs.add(client.submit(Jobs.secureAdd(MANY, MANY)));
                }
                long wait = random.nextInt(2_500);
                long since = System.nanoTime();
                await("the time of kill " + kill)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> System.nanoTime() - since
                                > Duration.ofMillis(wait).toNanos());
                server.kill();
                server = nodes.start("a", port);
                client.awaitUp(server);
            }
            jobs.forEach(job -> client.awaitEnd(job, "success"));
            System.out.println(jobs.size() + " jobs succeeded over " + KILLS + " kills, seed " + SEED);
            nodes.assertNothingRanTwice();
            assertThat(nodes.attempts()).hasSize(2 * held).allSatisfy(task -> assertThat(task)
                    .containsEntry("task_version", 0)
                    .containsEntry("party_status", "success"));
            new Leases(nodes.jdbc()).assertNoneIsLeft();
            server.terminate();
        } finally {
            server.close();
            executors.killAll();
        }
        executors.assertNoneIsLeft();
    }
}
