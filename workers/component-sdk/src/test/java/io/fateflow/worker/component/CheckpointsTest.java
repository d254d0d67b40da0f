package io.fateflow.worker.component;

import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckpointsTest {

    private static final long PLENTY = 1_000_000;

    @Test
    void theOldestGiveWayWhenThereAreTooMany() {
        Checkpoints checkpoints = new Checkpoints(3, PLENTY);

        for (int step = 0; step < 10; step += 2) {
            checkpoints.add(checkpoint(step, 1));
        }

        assertThat(steps(checkpoints)).containsExactly("4", "6", "8");
    }

    @Test
    void theOldestGiveWayWhenTheyAreTooLarge() {
        Checkpoints checkpoints = new Checkpoints(100, 2_500);

        for (int step = 0; step < 4; step++) {
            checkpoints.add(checkpoint(step, 1_000));
        }

        assertThat(steps(checkpoints)).containsExactly("2", "3");
    }

    @Test
    void whatIsTooLargeByItselfIsNotKeptAndDoesNotHinderOthers() {
        Checkpoints checkpoints = new Checkpoints(100, 2_500);

        checkpoints.add(checkpoint(0, 5_000));
        assertThat(checkpoints.isEmpty()).isTrue();
        checkpoints.add(checkpoint(1, 1_000));

        assertThat(steps(checkpoints)).containsExactly("1");
    }

    @Test
    void aStepIsThereOnce() {
        Checkpoints checkpoints = new Checkpoints(100, 2_500);

        checkpoints.add(checkpoint(1, 1_000));
        checkpoints.add(checkpoint(1, 1_100));
        checkpoints.add(checkpoint(2, 1_000));

        assertThat(steps(checkpoints)).containsExactly("1", "2");
        assertThat(checkpoints.toJson().get(0).path("param").asText()).hasSizeGreaterThan(1_100);
    }

    private static List<String> steps(Checkpoints checkpoints) {
        return checkpoints.toJson().findValuesAsText("step_index");
    }

    private static Checkpoint checkpoint(int step, int size) {
        return Checkpoint.of(
                "model",
                step,
                Instant.EPOCH,
                new Model(
                        "HeteroLR",
                        "Meta",
                        JsonNodeFactory.instance.objectNode(),
                        "Param",
                        JsonNodeFactory.instance.objectNode().put("x", "y".repeat(size))));
    }
}
