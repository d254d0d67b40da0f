package io.fateflow.engine.executor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.camunda.bpm.engine.externaltask.ExternalTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.node.NodeChannel;
import io.fateflow.engine.node.NodeSignal;
import io.fateflow.engine.node.WorkerStore;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.placement.NodeCapacities;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.engine.resource.placement.PlacedTopics;
import io.fateflow.engine.task.TaskKey;

/**
 * Has attempts follow what becomes of nodes: what workers announce, what operators change, and nodes that take no tasks any
 * more, whose attempts go elsewhere if no worker has taken them yet.
 */
public final class NodeTasks {

    private static final Logger log = LoggerFactory.getLogger(NodeTasks.class);

    private final EngineCommands commands;
    private final NodePlacements placements;
    private final NodeCapacities capacities;
    private final WorkerStore workers;
    private final FetchLock turn;
    private final NodeChannel nodes;
    private final AuditLog audit;

    public NodeTasks(
            EngineCommands commands,
            NodePlacements placements,
            NodeCapacities capacities,
            WorkerStore workers,
            FetchLock turn,
            NodeChannel nodes,
            AuditLog audit) {
        this.commands = commands;
        this.placements = placements;
        this.capacities = capacities;
        this.workers = workers;
        this.turn = turn;
        this.nodes = nodes;
        this.audit = audit;
    }

    /**
     * Looks what has become of nodes since the last look. To be called every few seconds; where nothing needs a node, it
     * costs a few reads.
     */
    public void look() {
        boolean changed = commands.execute(engine -> capacities.announced(workers.announced()));
        List<String> strandedOn = placements.strandedOn();
        strandedOn.forEach(this::leave);
        if (changed || !strandedOn.isEmpty() || placements.anybodyWaits()) {
            commands.execute(engine -> placements.nodesChanged());
        }
    }

    /** An operator sets what a node has: amounts per label, 0 to take it away, empty to leave it to the worker again. */
    public void change(String node, Map<String, Optional<ResourceQuantity>> amounts, String by) {
        commands.execute(engine -> {
            capacities.change(node, amounts, by);
            AuditEntry entry = AuditEntry.done(AuditAction.NODE_RESOURCES).with("node", node);
            for (Map.Entry<String, Optional<ResourceQuantity>> amount : new TreeMap<>(amounts).entrySet()) {
                entry = entry.with(
                        amount.getKey(),
                        amount.getValue().map(ResourceQuantity::toString).orElse("as announced"));
            }
            audit.write(entry);
            return amounts.size();
        });
    }

    /** What was placed on a node that takes no tasks, and that its worker has not taken, goes elsewhere, or waits. */
    private void leave(String node) {
        int moved = commands.execute(engine -> {
            // a fetch that has read a task gives it to its worker, whatever is written meanwhile
            turn.waitFor();
            Map<LeaseKey, String> free = new HashMap<>();
            engine.createExternalTaskQuery().topicName(PlacedTopics.of(node)).notLocked().list().stream()
                    .filter(task -> task.getWorkerId() == null)
                    .forEach(task -> keyOf(task).ifPresent(key -> free.put(key, task.getId())));
            placements.leave(node, free.keySet()).forEach((key, other) -> {
                String id = free.get(key);
                if (id != null) {
                    commands.topic(id, PlacedTopics.of(other));
                }
            });
            return free.size();
        });
        if (moved > 0) {
            log.info("{} attempts that had not begun leave the node {}", moved, node);
            commands.execute(engine -> {
                nodes.tell(new NodeSignal.Tasks());
                return moved;
            });
        }
    }

    private Optional<LeaseKey> keyOf(ExternalTask task) {
        String businessKey = task.getBusinessKey() == null
                ? commands.businessKey(task.getProcessInstanceId())
                : task.getBusinessKey();
        return Optional.ofNullable(businessKey)
                .map(TaskKey::parse)
                .flatMap(key -> placements.leaseOf(key.taskId(), key.version(), key.role(), key.partyId()));
    }
}
