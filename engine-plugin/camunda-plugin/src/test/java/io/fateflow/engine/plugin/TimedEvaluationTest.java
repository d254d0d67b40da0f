package io.fateflow.engine.plugin;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import com.google.common.util.concurrent.Uninterruptibles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A policy's author may write what never ends. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TimedEvaluationTest {

    private static final DecisionTable.Evaluated NOTHING = new DecisionTable.Evaluated(List.of(), List.of());

    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();

    @Test
    void whatDoesNotEndIsGivenUpAndNotBegunAgainUntilItHasEnded() throws UnusableDecisionException {
        TimedEvaluation timed = new TimedEvaluation(inputs -> notBeforeTheEnd(), Duration.ofMillis(50));

        assertThatThrownBy(() -> timed.of(Map.of())).hasMessageContaining("not ended within PT0.05S");
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
    void whatRunsTooDeepIsRefusedAsWhatFails() {
        assertThatThrownBy(() -> new TimedEvaluation(inputs -> deeper(1), Duration.ofMinutes(1)).of(Map.of()))
                .isInstanceOf(UnusableDecisionException.class)
                .hasMessageContaining("StackOverflowError");
        assertThatThrownBy(() -> new TimedEvaluation(
                                inputs -> {
                                    throw new UnusableDecisionException("no such input");
                                },
                                Duration.ofMinutes(1))
                        .of(Map.of()))
                .hasMessage("no such input");
    }

    private static DecisionTable.Evaluated deeper(int depth) {
        return depth < 0 ? NOTHING : deeper(depth + 1);
    }
}
