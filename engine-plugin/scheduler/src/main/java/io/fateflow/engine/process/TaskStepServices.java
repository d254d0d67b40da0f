package io.fateflow.engine.process;

import io.fateflow.engine.resource.JobGate;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.PartyGateway;

/** What every step of {@code fate-task} works with. */
public record TaskStepServices(TaskStore tasks, PartyGateway gateway, JobGate gate, EngineProcesses processes) {}
