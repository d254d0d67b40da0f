package io.fateflow.engine.executor;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.camunda.bpm.engine.ExternalTaskService;
import org.camunda.bpm.engine.externaltask.ExternalTask;
import org.camunda.bpm.engine.externaltask.LockedExternalTask;
import org.camunda.bpm.engine.impl.persistence.entity.ExternalTaskEntity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.database.TextColumn;
import io.fateflow.engine.node.NodeChannel;
import io.fateflow.engine.node.NodeSignal;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.node.WorkerStore;
import io.fateflow.engine.report.ReportOutbox;
import io.fateflow.engine.resource.placement.PlacedTopics;
import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.engine.task.TaskTokens;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ExitReason;
import io.fateflow.worker.api.ReportRefusedException;

/**
 * What workers ask for: attempts to run, a prolonged hold, a report. Each call is one engine command, in which our rows
 * are locked before the engine's.
 */
public final class ExecutorTaskService {

    private static final Logger log = LoggerFactory.getLogger(ExecutorTaskService.class);

    /**
     * Until the first heartbeat: an answer to a fetch may be lost, and then nobody knows of the task. Its worker gets it with the
     * next answer; this is for one that does not ask again.
     */
    private static final Duration FIRST_HOLD = Duration.ofMinutes(2);

    private final EngineCommands commands;
    private final TaskStore tasks;
    private final TaskConfigs configs;
    private final AttemptReports attemptReports;
    private final TaskTokens tokens;
    private final ReportOutbox reports;
    private final Revocations revocations;
    private final ExecutorTaskSignal signal;
    private final WorkerStore workers;
    private final FetchLock turn;
    private final NodeChannel nodes;
    private final Clock clock;

    public ExecutorTaskService(
            EngineCommands commands,
            TaskStore tasks,
            TaskConfigs configs,
            AttemptReports attemptReports,
            TaskTokens tokens,
            ReportOutbox reports,
            Revocations revocations,
            ExecutorTaskSignal signal,
            WorkerStore workers,
            FetchLock turn,
            NodeChannel nodes,
            Clock clock) {
        this.commands = commands;
        this.tasks = tasks;
        this.configs = configs;
        this.attemptReports = attemptReports;
        this.tokens = tokens;
        this.reports = reports;
        this.revocations = revocations;
        this.signal = signal;
        this.workers = workers;
        this.turn = turn;
        this.nodes = nodes;
        this.clock = clock;
    }

    /**
     * Takes attempts for a worker, waiting for the first one: the wait ends with the commit that creates it.
     *
     * @param held what the worker knows of: if it was given more, that answer was lost, and it is given again
     * @param max at least 1
     */
    public List<ExecutorTask> fetch(String workerId, List<String> held, int max, Duration wait)
            throws InterruptedException {
        return fetch(new Fetcher(workerId, Optional.of(List.copyOf(held))), max, wait);
    }

    /**
     * Takes attempts for a worker that does not say what it holds.
     *
     * @param max at least 1
     */
    public List<ExecutorTask> fetch(String workerId, int max, Duration wait) throws InterruptedException {
        return fetch(new Fetcher(workerId, Optional.empty()), max, wait);
    }

    private List<ExecutorTask> fetch(Fetcher fetcher, int max, Duration wait) throws InterruptedException {
        boolean isKnown = workers.drains(fetcher.workerId()).isPresent();
        return signal.await(() -> commands.execute(engine -> take(engine, fetcher, isKnown, max)), wait);
    }

    /** @param wasKnown whether the worker was when it asked: one that is gone since then, as it was killed, hears of nothing */
    private List<ExecutorTask> take(ExternalTaskService engine, Fetcher fetcher, boolean wasKnown, int max) {
        FetchLock.Found found = turn.take(fetcher);
        // when it has its turn: whoever takes over what it held waits for that, too
        if (found == FetchLock.Found.NOTHING
                || workers.drains(fetcher.workerId()).orElse(wasKnown)) {
            return List.of();
        }
        return switch (found) {
            case NOTHING -> List.of();
            case MISSED ->
                turn.missed(fetcher, max).stream()
                        .map(id -> again(engine, fetcher.workerId(), id))
                        .toList();
            case FREE -> free(engine, fetcher, max);
        };
    }

    private ExecutorTask again(ExternalTaskService engine, String workerId, String id) {
        engine.lock(id, workerId, FIRST_HOLD.toMillis());
        TaskKey key = Objects.requireNonNull(heldKey(workerId, id), id);
        log.info("{} has not heard that it got {}, and gets it again", workerId, key.businessKey());
        return view(id, key, workerId);
    }

    private List<ExecutorTask> free(ExternalTaskService engine, Fetcher fetcher, int max) {
        List<LockedExternalTask> locked = engine.fetchAndLock(max, fetcher.workerId())
                .topic(PlacedTopics.ANYWHERE, FIRST_HOLD.toMillis())
                .variables(List.of())
                .topic(fetcher.topicOfNode(), FIRST_HOLD.toMillis())
                .variables(List.of())
                .execute();
        List<ExecutorTask> taken = new ArrayList<>();
        locked.stream()
                .sorted(Comparator.comparing(LockedExternalTask::getBusinessKey))
                .forEach(task ->
                        taken.add(view(task.getId(), TaskKey.parse(task.getBusinessKey()), fetcher.workerId())));
        return taken;
    }

    private ExecutorTask view(String id, TaskKey key, String workerId) {
        String worker = TextColumn.TASK_WORKER.fitted(SiteWorker.nameOf(workerId));
        if (!tasks.running(key, worker)) {
            tasks.worker(key, worker);
        }
        TaskConfigs.TaskConfig config = configs.of(key);
        if (config.crossesSites()) {
            reports.changed(key);
        }
        return new ExecutorTask(
                id,
                config.jobId(),
                config.componentName(),
                config.module(),
                key.taskId(),
                key.version(),
                key.role(),
                key.partyId(),
                config.config(),
                tokens.issue(config.jobId(), config.componentName(), key),
                config.timeout());
    }

    /**
     * Notes that an executor lives.
     *
     * @param pid the executor's process id, 0 if not known yet
     * @return whether the attempt is still this worker's, and wanted
     */
    public boolean heartbeat(String workerId, String id, String runIp, long pid) {
        return commands.execute(engine -> {
            ExternalTaskEntity task = commands.heldBy(workerId, id);
            TaskKey key = key(task);
            if (task == null || key == null) {
                return false;
            }
            keep(engine, task);
            if (pid > 0) {
                tasks.processId(key, TextColumn.RUN_IP.fitted(runIp), pid);
            }
            return true;
        });
    }

    /**
     * Shows what an attempt has measured so far; its report says it anew.
     *
     * @return whether the attempt is still this worker's, and runs
     * @throws ReportRefusedException if it can't be kept
     */
    public boolean metrics(String workerId, String id, ArrayNode metrics) {
        return commands.execute(engine -> {
            TaskKey key = heldKey(workerId, id);
            return key != null
                    && new LockedAttempt(tasks.lock(key.taskId(), key.version()))
                            .of(key)
                            .map(row -> attemptReports.keepMetrics(row, metrics))
                            .orElse(false);
        });
    }

    /** The attempt that a worker holds; empty if it is not its own any more. */
    Optional<TaskRow> heldBy(String workerId, String id) {
        return commands.execute(
                engine -> Optional.ofNullable(heldKey(workerId, id)).flatMap(tasks::find));
    }

    /**
     * Takes the report of an attempt's end: its row, its outputs, and the next step of its process, in one transaction.
     * If it can't be kept, the attempt fails and says so; no report has to be made twice for what is in it.
     *
     * @return whether it was taken; not, when the attempt is not this worker's any more
     */
    public boolean complete(String workerId, String id, ExecutorReport report) {
        try {
            return commands.execute(engine -> end(engine, workerId, id, row -> report));
        } catch (ReportNotKeptException e) {
            log.error("FFB-4021 the report of the attempt that {} held could not be kept", workerId, e);
            return commands.execute(engine -> end(engine, workerId, id, row -> AttemptReports.notKept(row, report, e)));
        }
    }

    private boolean end(
            ExternalTaskService engine, String workerId, String id, Function<TaskRow, ExecutorReport> report) {
        TaskKey key = heldKey(workerId, id);
        if (key == null) {
            return false;
        }
        LockedAttempt attempt = new LockedAttempt(tasks.lock(key.taskId(), key.version()));
        TaskRow row = attempt.of(key).orElseThrow(() -> new IllegalStateException("no task " + key.businessKey()));
        Optional<TaskRow> ended = attemptReports.keep(row, report.apply(row));
        ended.ifPresent(now -> engine.complete(id, workerId, PassedObject.passing(attempt.with(now))));
        return ended.isPresent();
    }

    /**
     * Ends the attempts of a worker that is dead: what became of their executors, nobody will say.
     *
     * @return how many there were
     */
    public int lost(String workerId) {
        List<String> ids = commands.execute(engine -> held(engine, workerId));
        ids.forEach(id -> commands.execute(engine -> end(engine, workerId, id, row -> lost(row.key(), workerId))));
        return ids.size();
    }

    private ExecutorReport lost(TaskKey key, String workerId) {
        long now = clock.millis();
        return ExecutorReport.withoutProcess(
                ExitReason.LOST,
                "FFB-4010 the executor at %s %s (attempt %d) was lost: its worker %s is not heard of any more\n"
                                .formatted(key.role(), key.partyId(), key.version(), SiteWorker.nameOf(workerId))
                        + "What to do: look whether that worker's machine and its network are up, and start the worker"
                        + " again; then run the job again. With auto_retries the job does that by itself",
                tasks.startTime(key).orElse(now),
                now);
    }

    /**
     * A worker goes on with what others have noted that have ended. What they had taken and not noted is free again.
     *
     * @param ended workers that have ended
     * @param held what they have noted: from now on the worker's own, whoever had it
     */
    public void takeOver(String workerId, Collection<String> ended, Collection<String> held) {
        commands.execute(engine -> {
            // a fetch of one that has ended may still be waiting here
            turn.waitFor();
            Set<String> noted = Set.copyOf(held);
            ended.forEach(other -> held(engine, other).stream()
                    .filter(id -> !noted.contains(id))
                    .forEach(engine::unlock));
            noted.forEach(id -> own(engine, workerId, id));
            ended.stream().filter(other -> !other.equals(workerId)).forEach(workers::gone);
            nodes.tell(new NodeSignal.Tasks());
            return noted.size();
        });
        signal.wake();
    }

    /** From the first heartbeat on. */
    private void keep(ExternalTaskService engine, ExternalTaskEntity task) {
        if (task.getLockExpirationTime().toInstant().isBefore(FetchLock.heardOf(clock.instant()))) {
            engine.lock(task.getId(), task.getWorkerId(), FetchLock.HOLD.toMillis());
        }
    }

    private void own(ExternalTaskService engine, String workerId, String id) {
        ExternalTask task = engine.createExternalTaskQuery().externalTaskId(id).singleResult();
        if (task == null || workerId.equals(task.getWorkerId())) {
            return;
        }
        engine.unlock(id);
        engine.lock(id, workerId, FetchLock.HOLD.toMillis());
        TaskKey key = heldKey(workerId, id);
        if (key != null) {
            tasks.worker(key, TextColumn.TASK_WORKER.fitted(SiteWorker.nameOf(workerId)));
        }
    }

    private static List<String> held(ExternalTaskService engine, String workerId) {
        return engine.createExternalTaskQuery().workerId(workerId).list().stream()
                .filter(task -> PlacedTopics.isOfExecutors(task.getTopicName()))
                .map(ExternalTask::getId)
                .toList();
    }

    /**
     * Waits until one of the held attempts is not this worker's any more, or the time is up.
     *
     * @param held may change meanwhile: it is read anew at each look
     */
    public List<String> awaitRevoked(String workerId, List<String> held, Duration wait) throws InterruptedException {
        return revocations.await(() -> revoked(workerId, List.copyOf(held)), wait);
    }

    /** @param held as it was before the look: what a worker takes after it is not revoked for not having been seen */
    private List<String> revoked(String workerId, List<String> held) {
        if (held.isEmpty()) {
            return List.of();
        }
        List<String> kept = commands.execute(engine ->
                engine
                        .createExternalTaskQuery()
                        .externalTaskIdIn(new HashSet<>(held))
                        .workerId(workerId)
                        .list()
                        .stream()
                        .map(ExternalTask::getId)
                        .toList());
        return held.stream().filter(id -> !kept.contains(id)).toList();
    }

    private @Nullable TaskKey heldKey(String workerId, String id) {
        return key(commands.heldBy(workerId, id));
    }

    private @Nullable TaskKey key(@Nullable ExternalTaskEntity task) {
        String businessKey = task == null ? null : commands.businessKey(task.getProcessInstanceId());
        return businessKey == null ? null : TaskKey.parse(businessKey);
    }
}
