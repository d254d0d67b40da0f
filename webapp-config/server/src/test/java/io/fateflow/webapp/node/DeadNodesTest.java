package io.fateflow.webapp.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DeadNodesTest {

    private final List<String> buried = new ArrayList<>();
    private final AtomicBoolean steady = new AtomicBoolean(true);
    private final DeadNodes burials =
            new DeadNodes(steady::get, mayJudge -> bury("servers", mayJudge), mayJudge -> bury("workers", mayJudge));

    @Test
    void nobodyIsBuriedByAServerThatHasNotSeenTheDatabaseForLong() {
        steady.set(false);

        burials.run();

        assertThat(buried).isEmpty();
    }

    @Test
    void noAttemptIsCalledLostBeforeThisServersOwnWorkerGoesOnWithWhatItFinds() {
        CompletableFuture<Void> adopted = new CompletableFuture<>();
        burials.workersNotBefore(adopted);

        burials.run();
        burials.run();
        assertThat(buried).containsExactly("servers", "servers");

        adopted.complete(null);
        burials.run();
        assertThat(buried).endsWith("servers", "workers");
    }

    @Test
    void whatFailsIsTriedAgain() {
        AtomicBoolean away = new AtomicBoolean(true);
        DeadNodes troubled = new DeadNodes(
                steady::get,
                mayJudge -> {
                    if (away.getAndSet(false)) {
                        throw new IllegalStateException("the database is away");
                    }
                },
                mayJudge -> bury("workers", mayJudge));

        troubled.run();
        assertThat(buried).isEmpty();
        troubled.run();

        assertThat(buried).containsExactly("workers");
    }

    private void bury(String what, BooleanSupplier mayJudge) {
        if (mayJudge.getAsBoolean()) {
            buried.add(what);
        }
    }
}
