package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.executor.PassedObject;
import io.fateflow.engine.resource.JobGate;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyGateway;

/** A step of {@code fate-task}: it knows the component and its latest attempt, whose rows are locked. */
abstract class TaskStep extends Step {

    private final TaskStore tasks;
    private final PartyGateway gateway;
    private final JobGate gate;
    private final EngineProcesses processes;

    TaskStep(TaskStepServices parts) {
        this.tasks = parts.tasks();
        this.gateway = parts.gateway();
        this.gate = parts.gate();
        this.processes = parts.processes();
    }

    @Override
    final void run(DelegateExecution execution) {
        ComponentInstance component = ComponentInstance.of(execution);
        List<TaskRow> rows = PassedObject.take(execution, LockedAttempt.class)
                .map(LockedAttempt::rows)
                .orElseGet(() -> tasks.lockLatest(component.taskId()));
        if (rows.isEmpty()) {
            throw new IllegalStateException(
                    "job %s has no task for component %s".formatted(component.jobId(), component.componentName()));
        }
        run(execution, component, rows);
    }

    abstract void run(DelegateExecution execution, ComponentInstance component, List<TaskRow> rows);

    /** For a step that has left the rows as they were: the next one need not read them. */
    static void passOn(DelegateExecution execution, List<TaskRow> rows) {
        PassedObject.pass(execution, new LockedAttempt(rows));
    }

    TaskStore tasks() {
        return tasks;
    }

    JobGate gate() {
        return gate;
    }

    void send(ComponentInstance component, List<TaskRow> rows, PartyCommand command) {
        List<Party> parties = rows.stream().map(row -> row.key().party()).toList();
        Replies.firstTrouble(gateway.send(component.jobId(), parties, command)).ifPresent(trouble -> {
            throw new IllegalStateException("task %s: %s: %s"
                    .formatted(component.taskId(), command.getClass().getSimpleName(), trouble));
        });
    }

    /** The slot of task_parallelism that an attempt holds, on the initiator's row. */
    static LeaseKey gate(TaskRow row) {
        return LeaseKey.gate(
                row.jobId(), row.initiator(), row.key().taskId(), row.key().version());
    }

    /** Gives the slot back and lets the next waiting component have it. */
    void openGate(ComponentInstance component, TaskRow row) {
        if (gate.giveBack(gate(row))) {
            tasks.waits().waitersAtGate(component.jobId(), 1).forEach(processes::gateOpened);
        }
    }
}
