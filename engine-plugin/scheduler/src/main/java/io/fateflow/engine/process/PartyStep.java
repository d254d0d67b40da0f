package io.fateflow.engine.process;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.executor.PassedObject;
import io.fateflow.engine.node.NodeSignal;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.ResourceManager;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.engine.resource.placement.PlacedTopics;
import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;

/** A step of {@code fate-party-task}: it knows the attempt; all of the component's rows are locked. */
abstract class PartyStep extends Step {

    private final PartyStepServices parts;

    PartyStep(PartyStepServices parts) {
        this.parts = parts;
    }

    @Override
    final void run(DelegateExecution execution) {
        TaskKey key = TaskKey.parse(execution.getProcessBusinessKey());
        LockedAttempt attempt = PassedObject.take(execution, LockedAttempt.class)
                .orElseGet(() -> new LockedAttempt(parts.tasks().lock(key.taskId(), key.version())));
        TaskRow own = attempt.of(key).orElseThrow(() -> new IllegalStateException("no task " + key.businessKey()));
        run(execution, own, attempt);
    }

    abstract void run(DelegateExecution execution, TaskRow own, LockedAttempt attempt);

    TaskStore tasks() {
        return parts.tasks();
    }

    ResourceManager resources() {
        return parts.resources();
    }

    EngineProcesses processes() {
        return parts.processes();
    }

    NodePlacements placements() {
        return parts.placements();
    }

    PlacedTopics topics() {
        return parts.topics();
    }

    EngineName engine() {
        return parts.engine();
    }

    /** There is something to fetch; this node's fetchers are woken by the engine. */
    void tellOtherNodes() {
        parts.nodes().tell(new NodeSignal.Tasks());
    }

    /** Whoever keeps something for the attempt can let it go. */
    void attemptEnded(TaskRow own) {
        parts.attemptEnds().tellAfterCommit(own.key().taskId(), own.key().version());
    }

    /** Nobody waits here for an attempt that another site schedules: that site is told. */
    void report(TaskRow own) {
        if (own.waiterInstanceId() == null) {
            parts.reports().changed(own.key());
        }
    }

    static LeaseKey lease(TaskRow own) {
        return LeaseKey.task(
                own.jobId(), own.key().party(), own.key().taskId(), own.key().version());
    }

    /** Gives the attempt's cores back to the party's job, and lets an attempt that waits for them have them. */
    void returnCores(TaskRow own) {
        if (resources().returnTask(lease(own))) {
            tasks().waits().waitersForCores(own.jobId(), own.key().party(), 1).forEach(processes()::resourcesReleased);
        }
    }
}
