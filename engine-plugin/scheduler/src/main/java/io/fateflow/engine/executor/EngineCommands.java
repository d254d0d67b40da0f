package io.fateflow.engine.executor;

import java.util.function.Function;
import java.util.function.Supplier;

import org.camunda.bpm.engine.ExternalTaskService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.cmd.UnlockJobCmd;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ExternalTaskEntity;
import org.jspecify.annotations.Nullable;

/**
 * Runs our SQL and the engine's calls as one engine command: one transaction, in which the engine writes its own rows
 * last. That is the lock order of this program.
 */
public final class EngineCommands {

    private final Supplier<ProcessEngine> engine;
    private final LostRace lostRace;

    public EngineCommands(Supplier<ProcessEngine> engine, LostRace lostRace) {
        this.engine = engine;
        this.lostRace = lostRace;
    }

    /** Runs it, again if it lost a race. */
    public <T> T execute(Function<ExternalTaskService, T> work) {
        return call(current -> work.apply(current.getExternalTaskService()));
    }

    /** Runs it with all of the engine's services, again if it lost a race. */
    public <T> T call(Function<ProcessEngine, T> work) {
        ProcessEngine current = engine.get();
        ProcessEngineConfigurationImpl configuration =
                (ProcessEngineConfigurationImpl) current.getProcessEngineConfiguration();
        Command<T> command = context -> work.apply(current);
        return lostRace.repeat(
                () -> configuration.getCommandExecutorTxRequired().execute(command));
    }

    /**
     * Runs it as a part of the caller's transaction: not again, and whatever whoever is logged in may do, who was asked for
     * that before.
     */
    public void join(Runnable work) {
        ProcessEngineConfigurationImpl configuration =
                (ProcessEngineConfigurationImpl) engine.get().getProcessEngineConfiguration();
        configuration
                .getCommandExecutorTxRequired()
                .execute(context -> context.runWithoutAuthorization(() -> {
                    work.run();
                    return null;
                }));
    }

    /** The engine itself, within a command. */
    public ProcessEngine engine() {
        return engine.get();
    }

    /** Has an engine's job done anew that somebody had begun who is dead; one that is gone stays so. */
    void freeJob(String jobId) {
        ProcessEngineConfigurationImpl configuration =
                (ProcessEngineConfigurationImpl) engine.get().getProcessEngineConfiguration();
        lostRace.repeat(() -> configuration.getCommandExecutorTxRequired().execute(new UnlockJobCmd(jobId)));
    }

    /** Under which name this engine takes its jobs. */
    String lockOwner() {
        ProcessEngineConfigurationImpl configuration =
                (ProcessEngineConfigurationImpl) engine.get().getProcessEngineConfiguration();
        return configuration.getJobExecutor().getLockOwner();
    }

    /** An external task that a worker holds; null if it is gone, or held by another. */
    @Nullable
    ExternalTaskEntity heldBy(String workerId, String externalTaskId) {
        ExternalTaskEntity task =
                Context.getCommandContext().getExternalTaskManager().findExternalTaskById(externalTaskId);
        return task != null && workerId.equals(task.getWorkerId()) ? task : null;
    }

    /** Has an external task be fetched by those who ask for another topic. */
    void topic(String externalTaskId, String topic) {
        ExternalTaskEntity task =
                Context.getCommandContext().getExternalTaskManager().findExternalTaskById(externalTaskId);
        if (task != null) {
            task.setTopicName(topic);
        }
    }

    /** The business key of a process instance, read without its executions; null if it has ended meanwhile. */
    @Nullable
    String businessKey(String processInstanceId) {
        ExecutionEntity instance =
                Context.getCommandContext().getExecutionManager().findExecutionById(processInstanceId);
        return instance == null ? null : instance.getBusinessKey();
    }
}
