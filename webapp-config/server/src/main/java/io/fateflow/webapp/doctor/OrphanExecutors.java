package io.fateflow.webapp.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Component;

import io.fateflow.dsl.Party;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Repair;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.operations.query.TaskQueries;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.worker.run.LiveRuns;
import io.fateflow.worker.run.LiveRuns.LiveRun;

/** Executors on this node whose attempt has ended, or is not known. Each node sees its own. */
@Component
final class OrphanExecutors {

    /** A stop is committed first, and the executor then has its grace: until well after that it may live. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration GRACE = Duration.ofSeconds(10);

    private final LiveRuns runs;
    private final TaskQueries tasks;
    private final Clock clock;

    OrphanExecutors(FateHome home, TaskQueries tasks, Clock clock) {
        this.runs = new LiveRuns(home.home());
        this.tasks = tasks;
        this.clock = clock;
    }

    List<Finding> look() {
        return list().stream()
                .filter(this::isOrphan)
                .map(OrphanExecutors::finding)
                .toList();
    }

    /** @return whether there was something to stop */
    boolean stop(Finding finding) throws InterruptedException {
        Optional<LiveRun> orphan = list().stream()
                .filter(run -> finding(run).key().equals(finding.key()))
                .filter(this::isOrphan)
                .findFirst();
        if (orphan.isEmpty()) {
            return false;
        }
        try {
            orphan.get().stop(GRACE);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<LiveRun> list() {
        try {
            return runs.list();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Finding finding(LiveRun run) {
        return new Finding(
                Rule.ORPHAN_EXECUTOR,
                "process %d of %s".formatted(run.executor().pid(), key(run).businessKey()),
                "its attempt has ended, or is not known here, and it still runs",
                Optional.of(new Repair.StopExecutor(key(run), run.run().workerId())));
    }

    private boolean isOrphan(LiveRun run) {
        TaskKey key = key(run);
        ObjectNode filter = JsonNodeFactory.instance
                .objectNode()
                .put("task_id", key.taskId())
                .put("task_version", key.version())
                .put("role", key.role())
                .put("party_id", key.partyId());
        return tasks.find(filter, null, false).stream().allMatch(this::endedLongAgo);
    }

    private boolean endedLongAgo(ObjectNode row) {
        return TaskStatus.of(row.path("party_status").asText()).isEnd()
                && row.path("update_time").asLong() < clock.millis() - PATIENCE.toMillis();
    }

    private static TaskKey key(LiveRun run) {
        return new TaskKey(
                run.key().taskId(),
                run.key().taskVersion(),
                Party.of(run.key().role(), run.key().partyId()));
    }
}
