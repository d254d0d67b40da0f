package io.fateflow.engine.plugin;

import java.util.random.RandomGenerator;

import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.node.NodeChannel;
import io.fateflow.engine.node.NodeSignal;
import io.fateflow.engine.node.WorkerStore;
import io.fateflow.engine.process.EngineProcesses;
import io.fateflow.engine.resource.Admission;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.Maintenance;
import io.fateflow.engine.resource.ResourceManager;
import io.fateflow.engine.resource.WaitReasons;
import io.fateflow.engine.resource.placement.NodeCapacities;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.engine.resource.placement.NodeResourceStore;
import io.fateflow.engine.resource.placement.PlacedTasks;
import io.fateflow.engine.resource.placement.PlacedTopics;
import io.fateflow.engine.resource.placement.Placement;
import io.fateflow.engine.resource.queue.QueueStore;
import io.fateflow.engine.task.TaskKey;

/**
 * Who gets cores, labels and nodes, and why others wait.
 *
 * @param topics which worker an attempt's external task is for
 * @param processes tells waiting processes that there is something for them
 */
record ResourceServices(
        Maintenance maintenance,
        QueueStore queues,
        Admission admission,
        EngineProcesses processes,
        PlacedTopics topics,
        WorkerStore workerRows,
        NodeCapacities capacities,
        NodePlacements placements,
        ResourceManager manager,
        WaitReasons reasons) {

    /** Tells those who have waited for nodes. */
    private record Served(PlacedTopics topics, EngineProcesses processes, NodeChannel channel) implements PlacedTasks {

        @Override
        public void placed(LeaseKey lease, String node) {
            TaskKey key = new TaskKey(lease.taskId(), lease.taskVersion(), lease.party());
            topics.placed(key.businessKey(), node);
            processes.placeFound(key);
            channel.tell(new NodeSignal.Tasks());
        }

        @Override
        public void couldBeServed(String jobId) {
            processes.admit(jobId);
        }
    }

    static ResourceServices of(SchedulerBase base, RandomGenerator random) {
        JdbcTemplate jdbc = base.jdbc();
        Stores stores = base.stores();
        EngineSettings settings = base.settings();
        Maintenance maintenance = Maintenance.open(jdbc, base.clock());
        QueueStore queues = QueueStore.open(jdbc, settings.queues(), base.clock());
        Admission admission =
                new Admission(jdbc, stores.registry(), queues, base.clock(), settings.aging(), maintenance);
        EngineProcesses processes = new EngineProcesses(
                () -> base.engine().get().getRuntimeService(), jdbc, admission, new FirstTries(base.engine()));
        PlacedTopics topics = new PlacedTopics();
        WorkerStore workerRows = new WorkerStore(jdbc);
        NodeResourceStore nodeResources = NodeResourceStore.open(jdbc, base.clock());
        NodePlacements placements = new NodePlacements(
                jdbc,
                nodeResources,
                new Placement(random),
                () -> workerRows.takingTasks(settings.silence().worker()),
                new Served(topics, processes, base.channel()),
                base.clock(),
                settings.aging());
        return new ResourceServices(
                maintenance,
                queues,
                admission,
                processes,
                topics,
                workerRows,
                new NodeCapacities(nodeResources, placements),
                placements,
                new ResourceManager(jdbc, stores.registry(), stores.leases(), queues, placements, base.clock()),
                new WaitReasons(stores.registry(), stores.leases(), admission));
    }
}
