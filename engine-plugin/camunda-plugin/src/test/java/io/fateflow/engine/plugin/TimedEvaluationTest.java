package io.fateflow.engine.plugin;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import com.google.common.util.concurrent.Uninterruptibles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.fateflow.engine.plugin.TimedEvaluation.Limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A policy's author may write what never ends. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TimedEvaluationTest {

    private static final DecisionTable.Evaluated NOTHING = new DecisionTable.Evaluated(List.of(), List.of());

    private static final Limits LONG = new Limits(Duration.ofMinutes(1), Duration.ofMinutes(1));

    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();

    @Test
    void whatDoesNotEndIsGivenUpAndNotBegunAgainUntilItHasEnded() throws UnusableDecisionException {
        TimedEvaluation timed = new TimedEvaluation(
                inputs -> notBeforeTheEnd(), new Limits(Duration.ofMillis(10), Duration.ofMillis(50)));

        assertThatThrownBy(() -> timed.of(Map.of())).hasMessageContainingAll("not ended within", "PT0.05S in all");
        assertThatThrownBy(() -> timed.of(Map.of())).hasMessageContaining("goes on: deploy another version");
        assertThat(begun).hasValue(1);

        end.countDown();
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> NOTHING.equals(timed.of(Map.of())));
        assertThat(timed.of(Map.of())).isSameAs(NOTHING);
    }

    /** As an expression, it does not care that its thread is interrupted. */
    private DecisionTable.Evaluated notBeforeTheEnd() {
        begun.incrementAndGet();
        Uninterruptibles.awaitUninterruptibly(end);
        return NOTHING;
    }

    @Test
    void whatCalculatesIsGivenUpByTheTimeOfItsProcessor() {
        TimedEvaluation timed = new TimedEvaluation(
                inputs -> {
                    while (end.getCount() > 0) {
                        begun.incrementAndGet();
                    }
                    return NOTHING;
                },
                new Limits(Duration.ofMillis(50), Duration.ofMinutes(5)));

        assertThatThrownBy(() -> timed.of(Map.of()))
                .hasMessageContaining("not ended within PT0.05S of a processor's time");
        end.countDown();
    }

    /** As on a machine whose processors are others': time passes, and the evaluation gets none of it. */
    @Test
    void whoseProcessorsAreBusyElsewhereIsWaitedFor() throws Exception {
        TimedEvaluation timed = new TimedEvaluation(
                inputs -> notBeforeTheEnd(), new Limits(Duration.ofMillis(20), Duration.ofMinutes(5)));
        FutureTask<DecisionTable.Evaluated> asked = new FutureTask<>(() -> timed.of(Map.of()));
        new Thread(asked).start();

        assertThatThrownBy(() -> asked.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        end.countDown();
        assertThat(asked.get()).isSameAs(NOTHING);
    }

    @Test
    void whatRunsTooDeepIsRefusedAsWhatFails() {
        assertThatThrownBy(() -> new TimedEvaluation(inputs -> deeper(1), LONG).of(Map.of()))
                .isInstanceOf(UnusableDecisionException.class)
                .hasMessageContaining("StackOverflowError");
        assertThatThrownBy(() -> new TimedEvaluation(
                                inputs -> {
                                    throw new UnusableDecisionException("no such input");
                                },
                                LONG)
                        .of(Map.of()))
                .hasMessage("no such input");
    }

    private static DecisionTable.Evaluated deeper(int depth) {
        return depth < 0 ? NOTHING : deeper(depth + 1);
    }
}
