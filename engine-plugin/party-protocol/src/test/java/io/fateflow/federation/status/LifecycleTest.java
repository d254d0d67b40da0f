package io.fateflow.federation.status;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class LifecycleTest {

    @Test
    void jobsMoveAsFateLetsThem() {
        Map<String, Set<String>> table = new TreeMap<>();
        for (JobStatus from : JobStatus.values()) {
            for (JobStatus to : JobStatus.values()) {
                if (JobStatus.transitions().allows(from, to)) {
                    table.computeIfAbsent(from.wire(), key -> new TreeSet<>()).add(to.wire());
                }
            }
        }
        assertThat(table)
                .isEqualTo(Map.of(
                        "ready", Set.of("waiting", "canceled", "timeout", "failed"),
                        "waiting", Set.of("running", "canceled", "timeout", "failed", "success", "pass"),
                        "running", Set.of("canceled", "timeout", "failed", "success"),
                        "canceled", Set.of("waiting"),
                        "timeout", Set.of("failed", "success", "waiting"),
                        "failed", Set.of("waiting"),
                        "success", Set.of("waiting")));
    }

    @Test
    void tasksMoveAsFateLetsThem() {
        Map<String, Set<String>> table = new TreeMap<>();
        for (TaskStatus from : TaskStatus.values()) {
            for (TaskStatus to : TaskStatus.values()) {
                if (TaskStatus.transitions().allows(from, to)) {
                    table.computeIfAbsent(from.wire(), key -> new TreeSet<>()).add(to.wire());
                }
            }
        }
        assertThat(table)
                .isEqualTo(Map.of(
                        "waiting", Set.of("running", "success", "pass"),
                        "running", Set.of("canceled", "timeout", "failed", "pass", "success"),
                        "canceled", Set.of("waiting"),
                        "timeout", Set.of("failed", "success")));
    }

    @Test
    void sourcesAreTheTableReadBackwards() {
        assertThat(TaskStatus.transitions().sourcesOf(TaskStatus.FAILED))
                .containsExactlyInAnyOrder(TaskStatus.RUNNING, TaskStatus.TIMEOUT);
    }

    @Test
    void theDiagramShowsEveryTransition() {
        assertThat(JobStatus.transitions().diagram()).startsWith("@startuml").contains("failed --> waiting");
        assertThat(TaskStatus.transitions().diagram().lines().filter(line -> line.contains("-->")))
                .hasSize(11);
    }

    @Test
    void exactlyTheEndStatusesEnd() {
        assertThat(JobStatus.values())
                .filteredOn(JobStatus::isEnd)
                .containsExactlyInAnyOrder(
                        JobStatus.CANCELED, JobStatus.TIMEOUT, JobStatus.FAILED, JobStatus.PASS, JobStatus.SUCCESS);
        assertThat(TaskStatus.values())
                .filteredOn(status -> !status.isEnd())
                .containsExactlyInAnyOrder(TaskStatus.WAITING, TaskStatus.RUNNING);
    }
}
