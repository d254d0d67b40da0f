package io.fateflow.worker.agent;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ExecutorTasks;
import io.fateflow.worker.api.ReportRefusedException;
import io.fateflow.worker.api.ServerUnreachableException;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.Ending;

/** One executor from its start, or its adoption, to its report; runs in a thread of its own. */
final class Attempt implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Attempt.class);

    private final ExecutorTask task;
    private final @Nullable HeldTask adopted;
    private final Tools tools;
    private final AtomicReference<@Nullable Watch> watch = new AtomicReference<>();
    private volatile boolean unwanted;

    /** What all attempts of a worker share. */
    record Tools(
            String workerId,
            ExecutorTasks server,
            ServerCalls calls,
            Starter starter,
            Journal journal,
            Reports reports,
            HeldTasks held) {}

    private Attempt(ExecutorTask task, @Nullable HeldTask adopted, Tools tools) {
        this.task = task;
        this.adopted = adopted;
        this.tools = tools;
    }

    static Attempt starting(ExecutorTask task, Tools tools) {
        return new Attempt(task, null, tools);
    }

    static Attempt adopting(HeldTask held, Tools tools) {
        return new Attempt(held.task(), held, tools);
    }

    ExecutorTask task() {
        return task;
    }

    /** What is known of the process; empty before it was started. */
    Optional<Watch> watch() {
        return Optional.ofNullable(watch.get());
    }

    /** Ends the executor; nothing is reported then. */
    void stop() {
        unwanted = true;
        watch().ifPresent(Watch::stop);
    }

    @Override
    public void run() {
        MDC.put("job", task.jobId());
        MDC.put("task", task.taskId());
        MDC.put("party", task.role() + "-" + task.partyId());
        try {
            work();
            tools.held().remove(this);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } finally {
            MDC.clear();
        }
    }

    private void work() throws InterruptedException {
        Optional<ExecutorReport> report;
        try {
            report = runExecutor();
        } catch (IOException | RuntimeException | Error e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the worker closes");
            }
            log.error("executor of {} failed at this worker", task.taskId(), e);
            report = Optional.of(failure(e));
        }
        if (report.isPresent()) {
            send(report.get());
        }
        forget();
    }

    /** Whatever it was, the server hears of it, and no executor is left that nobody watches: its job would run for ever. */
    private ExecutorReport failure(Throwable e) throws InterruptedException {
        boolean isForUsers = e instanceof IOException || e instanceof IllegalArgumentException;
        String why = isForUsers ? String.valueOf(e.getMessage()) : e.toString();
        Watch started = watch.get();
        if (started == null) {
            return tools.reports().notStarted(task, why);
        }
        started.end();
        return tools.reports().lost(task, why);
    }

    private Optional<ExecutorReport> runExecutor() throws IOException, InterruptedException {
        Watch started =
                adopted == null ? tools.starter().start(task) : tools.starter().adopt(adopted);
        watch.set(started);
        if (unwanted) {
            started.stop();
        }
        Ending ending = started.await();
        log.info("executor of {} version {} ended: {}", task.taskId(), task.taskVersion(), ending);
        if (ending instanceof Ending.Unwanted) {
            return Optional.empty();
        }
        shipLog(started);
        return Optional.of(tools.reports().of(started, ending));
    }

    /** Before the report: after it, the attempt is nobody's any more. */
    private void shipLog(Watch ended) throws InterruptedException {
        Optional<LogShipping> logs = ended.logs();
        if (logs.isEmpty()) {
            return;
        }
        try {
            logs.get()
                    .ship(
                            part -> tools.calls()
                                    .untilAnswered("bring the log of " + task.taskId(), () -> tools.server()
                                            .log(tools.workerId(), task.id(), part)),
                            true);
        } catch (IOException | ReportRefusedException e) {
            log.error("the end of the log of {} stays on this machine: {}", task.taskId(), e.getMessage());
        }
    }

    private void send(ExecutorReport report) throws InterruptedException {
        boolean taken;
        try {
            taken = tools.calls().untilAnswered("report the end of " + task.taskId(), () -> tools.server()
                    .complete(tools.workerId(), task.id(), report));
        } catch (ReportRefusedException e) {
            log.error("the server refuses the report of {}, which fails therefore: {}", task.taskId(), e.getMessage());
            taken = sendRefused(tools.reports().refused(task, report, String.valueOf(e.getMessage())));
        }
        if (!taken) {
            log.info("the report of {} version {} is not wanted any more", task.taskId(), task.taskVersion());
        }
    }

    /** There is nothing in it of what the executor left: if this is refused, too, it is not for what it says. */
    private boolean sendRefused(ExecutorReport report) throws InterruptedException {
        return tools.calls().untilAnswered("report that the report of " + task.taskId() + " was refused", () -> {
            try {
                return tools.server().complete(tools.workerId(), task.id(), report);
            } catch (ReportRefusedException e) {
                throw new ServerUnreachableException(String.valueOf(e.getMessage()), e);
            }
        });
    }

    private void forget() {
        Watch ended = watch.get();
        try {
            if (ended != null) {
                removeTables(ended.held().run());
                tools.journal().remove(ended.held().run());
                tools.starter().release(ended.held().run());
            }
        } catch (IOException | RuntimeException | Error e) {
            log.warn("{} will be reported again after a restart", task.taskId(), e);
        }
    }

    private void removeTables(RunDirectory run) {
        try {
            run.removeTables();
        } catch (IOException e) {
            log.warn("tables of {} stay in {}", task.taskId(), run.tables(), e);
        }
    }
}
