package io.fateflow.federation.status;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        assertThat(JobStatus.transitions().diagram())
                .startsWith("@startuml\ntitle job\n")
                .contains("failed --> waiting")
                .endsWith("@enduml\n");
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

    @Test
    void successIsWhatDependentComponentsMayStartAfter() {
        assertThat(JobStatus.values())
                .filteredOn(JobStatus::isSuccess)
                .containsExactlyInAnyOrder(JobStatus.PASS, JobStatus.SUCCESS);
        assertThat(TaskStatus.values())
                .filteredOn(TaskStatus::isSuccess)
                .containsExactlyInAnyOrder(TaskStatus.PASS, TaskStatus.SUCCESS);
    }

    @Test
    void aStatusIsReadAsItIsWritten() {
        assertThat(JobStatus.values())
                .allSatisfy(status -> assertThat(JobStatus.of(status.wire())).isEqualTo(status));
        assertThat(TaskStatus.values())
                .allSatisfy(status -> assertThat(TaskStatus.of(status.wire())).isEqualTo(status));
    }

    @Test
    void ofANameThatIsNoStatusOnlyTheBeginningIsRepeated() {
        assertThatThrownBy(() -> TaskStatus.of("ready"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("FATE has no task status 'ready'");
        assertThatThrownBy(() -> JobStatus.of("x".repeat(41)))
                .hasMessage("FATE has no job status '" + "x".repeat(40) + "'");
    }

    @Test
    void whatMayFollowAnEndIsNothingUnlessTheTableSaysSo() {
        assertThat(TaskStatus.transitions().allowedFrom(TaskStatus.SUCCESS)).isEmpty();
        assertThat(TaskStatus.transitions().allowedFrom(TaskStatus.CANCELED)).containsExactly(TaskStatus.WAITING);
    }
}
