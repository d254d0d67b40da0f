package io.fateflow.engine.executor;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

import org.camunda.bpm.engine.ProcessEngineException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A lost race is seen behind whatever the engine wraps around it, and repeated. */
final class LostRaceTest {

    /** Serialization, deadlock, lock timeout; foreign keys of a tree that another transaction has changed. */
    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "HYT00", "23503", "23506"})
    void whatAnotherTransactionWasFasterInIsRepeated(String state) {
        AtomicInteger attempts = new AtomicInteger();

        int result = new LostRace().repeat(() -> {
            if (attempts.incrementAndGet() < 3) {
                throw wrapped(state);
            }
            return attempts.get();
        });

        assertThat(result).isEqualTo(3);
    }

    /** What the engine says when it finds an instance's rows gone that it has just seen. */
    @Test
    void anInstanceThatEndedWhileItWasReadIsLookedAtAgain() {
        AtomicInteger attempts = new AtomicInteger();

        int result = new LostRace().repeat(() -> {
            if (attempts.incrementAndGet() < 2) {
                throw new ProcessEngineException("Cannot restore state of process instance 267: list is empty");
            }
            return attempts.get();
        });

        assertThat(result).isEqualTo(2);
    }

    @Test
    void whatHelpsNobodyIsNotRepeated() {
        AtomicInteger attempts = new AtomicInteger();

        assertThatThrownBy(() -> new LostRace().repeat(() -> {
                    attempts.incrementAndGet();
                    throw wrapped("42601");
                }))
                .isInstanceOf(ProcessEngineException.class);

        assertThat(attempts).hasValue(1);
    }

    private static ProcessEngineException wrapped(String state) {
        return new ProcessEngineException("persistence", new IllegalStateException(new SQLException("no", state)));
    }
}
