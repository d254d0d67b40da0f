package io.fateflow.worker.process;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessLooksTest {

    private final List<Long> looked = new ArrayList<>();
    private long nanos = Long.MAX_VALUE - 10;
    private final ProcessLooks looks = new ProcessLooks(
            () -> {
                looked.add(nanos);
                return List.of();
            },
            () -> nanos);

    @Test
    void oneLookServesAllThatAskAtTheSameMoment() {
        ProcessLooks.Look first = looks.lately(null);
        nanos += TimeUnit.MILLISECONDS.toNanos(99);

        assertThat(looks.lately(null)).isSameAs(first);
        assertThat(looks.lately(first)).isSameAs(first);
        assertThat(looked).hasSize(1);
    }

    @Test
    void aMomentLaterItIsAnotherOne() {
        looks.lately(null);
        nanos += TimeUnit.MILLISECONDS.toNanos(100);

        looks.lately(null);

        assertThat(looked).hasSize(2);
    }

    @Test
    void whoAsksForNowGetsItAndOthersHaveItToo() {
        looks.now();
        nanos++;
        ProcessLooks.Look second = looks.now();

        assertThat(looked).hasSize(2);
        assertThat(looks.lately(null)).isSameAs(second);
    }

    /** Whoever went by an older one would forget processes that it has seen, and they would be left. */
    @Test
    void nobodyGetsAnOlderOneThanItHas() {
        looks.now();
        nanos++;
        ProcessLooks.Look newer = new ProcessLooks.Look(List.of(), nanos);

        assertThat(looks.lately(newer).begun()).isEqualTo(nanos);
        assertThat(looked).hasSize(2);
    }
}
