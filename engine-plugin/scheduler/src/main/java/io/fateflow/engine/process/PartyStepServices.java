package io.fateflow.engine.process;

import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.node.NodeChannel;
import io.fateflow.engine.report.ReportOutbox;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.ResourceManager;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.engine.resource.placement.PlacedTopics;
import io.fateflow.engine.task.TaskStore;

/** What every step of {@code fate-party-task} works with. */
public record PartyStepServices(
        TaskStore tasks,
        ResourceManager resources,
        EngineName engine,
        EngineProcesses processes,
        AttemptEnds attemptEnds,
        ReportOutbox reports,
        NodeChannel nodes,
        NodePlacements placements,
        PlacedTopics topics) {}
