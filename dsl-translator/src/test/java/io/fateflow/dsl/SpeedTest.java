package io.fateflow.dsl;

import java.time.Duration;
import java.util.Map;
import java.util.SortedSet;

import org.junit.jupiter.api.Test;

import io.fateflow.dsl.bpmn.DagCompiler;

import static org.assertj.core.api.Assertions.assertThat;

/** Generous bounds: a quadratic step shows here, a busy machine does not. */
class SpeedTest {

    private static Duration timeOf(int components) {
        Map<String, SortedSet<String>> dag = TranslatorPropertiesTest.dag(components, 7);
        JobBuilder job = JobBuilder.aJob().transforms(dag);
        job.plan();
        long start = System.nanoTime();
        new DagCompiler().compile(job.plan());
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Test
    void compilesTheLargestJobInSeconds() {
        for (int i = 0; i < 30; i++) {
            timeOf(20);
        }
        assertThat(timeOf(20)).isLessThan(Duration.ofMillis(500));
        assertThat(timeOf(100)).isLessThan(Duration.ofSeconds(3));
        assertThat(timeOf(200)).isLessThan(Duration.ofSeconds(5));
        assertThat(timeOf(500)).isLessThan(Duration.ofSeconds(2));
        assertThat(timeOf(Limits.COMPONENTS)).isLessThan(Duration.ofSeconds(5));
    }
}
