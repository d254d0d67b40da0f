package io.fateflow.engine.process;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.history.HistoricProcessInstance;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.history.event.HistoricProcessInstanceEventEntity;
import org.camunda.bpm.engine.impl.history.event.HistoryEvent;
import org.camunda.bpm.engine.impl.history.event.HistoryEventTypes;
import org.camunda.bpm.engine.impl.history.handler.HistoryEventHandler;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.fateflow.engine.executor.EngineCommands;

/**
 * Whoever suspends or activates a process instance of a job, in Cockpit or by engine REST, suspends or resumes the job. A
 * process that the engine keeps suspended could take neither the reports of its executors nor a stop; so it is made
 * active again in the same transaction, and it is the job that says who has suspended it and since when.
 *
 * <p>The engine tells of it in the middle of its command. The job is locked there, before the engine's rows are; what
 * follows is done after the command, whose view of its own rows is outdated by then.
 */
public final class EngineSuspensions implements HistoryEventHandler {

    private static final Set<String> OF_JOBS = Set.of("fate-job", "fate-party-task");

    private final EngineCommands commands;
    private final Suspensions suspensions;

    public EngineSuspensions(EngineCommands commands, Suspensions suspensions) {
        this.commands = commands;
        this.suspensions = suspensions;
    }

    @Override
    public void handleEvent(HistoryEvent event) {
        if (event instanceof HistoricProcessInstanceEventEntity instance
                && event.isEventOfType(HistoryEventTypes.PROCESS_INSTANCE_UPDATE)
                && !TransactionSynchronizationManager.hasResource(EngineSuspensions.class)) {
            job(instance).ifPresent(jobId -> changed(instance, jobId));
        }
    }

    @Override
    public void handleEvents(List<HistoryEvent> events) {
        events.forEach(this::handleEvent);
    }

    private void changed(HistoricProcessInstanceEventEntity instance, String jobId) {
        if (HistoricProcessInstance.STATE_SUSPENDED.equals(instance.getState())) {
            if (!suspensions.lockForSuspension(commands.engine(), jobId)) {
                throw new BadUserRequestException(
                        ("FFB-2060 process instance %s belongs to job %s of another site, which waits for its reports:"
                                        + " stop the job, or ask its initiator's operator to suspend it")
                                .formatted(instance.getProcessInstanceId(), jobId));
            }
            afterwards(() -> {
                activate(instance.getProcessInstanceId());
                suspensions.suspendWithin(commands.engine(), jobId);
            });
        } else if (suspensions.isSuspended(jobId)) {
            suspensions.lockForSuspension(commands.engine(), jobId);
            afterwards(() -> suspensions.resumeWithin(commands.engine(), jobId));
        }
    }

    /** Makes an instance active, whatever its job is. */
    public void activate(String processInstanceId) {
        TransactionSynchronizationManager.bindResource(EngineSuspensions.class, processInstanceId);
        // it is not what the operator did
        Context.getCommandContext().disableUserOperationLog();
        try {
            commands.engine().getRuntimeService().activateProcessInstanceById(processInstanceId);
        } finally {
            Context.getCommandContext().enableUserOperationLog();
            TransactionSynchronizationManager.unbindResource(EngineSuspensions.class);
        }
    }

    private void afterwards(Runnable work) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                commands.join(work);
            }
        });
    }

    /** The job that the instance, or the one that has called it, belongs to. */
    private static Optional<String> job(HistoricProcessInstanceEventEntity instance) {
        String rootId =
                Optional.ofNullable(instance.getRootProcessInstanceId()).orElse(instance.getProcessInstanceId());
        ExecutionEntity root = Context.getCommandContext().getExecutionManager().findExecutionById(rootId);
        return Optional.ofNullable(root)
                .filter(execution ->
                        OF_JOBS.contains(execution.getProcessDefinition().getKey()))
                .map(ExecutionEntity::getBusinessKey)
                .map(key -> key.split("[_|]", 2)[0]);
    }
}
