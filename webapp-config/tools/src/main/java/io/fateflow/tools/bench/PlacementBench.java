package io.fateflow.tools.bench;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;
import io.fateflow.engine.resource.placement.Demand;
import io.fateflow.engine.resource.placement.NodeCapacities;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.engine.resource.placement.NodeResourceStore;
import io.fateflow.engine.resource.placement.Placed;
import io.fateflow.engine.resource.placement.Placement;
import io.fateflow.engine.resource.placement.PlacementPolicy;

/** Decisions a second, each in a transaction of its own, as steps make them: without the engine's part of a step. */
final class PlacementBench {

    private static final int[] NODES = {10, 100, 1000};
    private static final int GPUS = 8;
    private static final int CORES = 32;
    private static final long PHASE_NANOS = Duration.ofSeconds(8).toNanos();

    private static final String LEASE = """
            insert into resource_lease (lease_id, kind, job_id, role, party_id, task_id, task_version, engine_type,
                engine_name, cores, memory, slots, fencing_token, since_time, demand)
            values (:task, 'task', 'bench', 'guest', '9999', :task, 0, 'computing', 'STANDALONE', 1, 0, 0, 0, 0, '{}')
            """;

    private static final String LIKE_ANOTHER = """
            insert into placement_queue (job_id, task_id, task_version, role, party_id, shape, demand, node_name,
                near_nodes, since_time)
            select job_id, cast(:task as varchar(110)), 0, role, party_id, shape, demand, null, near_nodes, since_time
            from placement_queue
            where place_number = (select min(place_number) + :other from placement_queue)
            """;

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final Set<String> names = new HashSet<>();
    private final Deque<LeaseKey> running = new ArrayDeque<>();
    private final AtomicLong served = new AtomicLong();
    private final NodeResourceStore store;
    private final NodePlacements placements;
    private final NodeCapacities capacities;
    private long number;

    PlacementBench(JdbcTemplate jdbc, TransactionTemplate transaction) {
        this.jdbc = JdbcClient.create(jdbc);
        this.transaction = transaction;
        this.store = NodeResourceStore.open(jdbc, Clock.systemUTC());
        this.placements = new NodePlacements(
                jdbc,
                store,
                new Placement(new Random(1)),
                () -> names,
                (key, node) -> {
                    served.incrementAndGet();
                    running.add(key);
                },
                Clock.systemUTC(),
                Duration.ofHours(12));
        this.capacities = new NodeCapacities(store, placements);
    }

    ObjectNode run(int waiting) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        for (int nodes : NODES) {
            ObjectNode figures = report.putObject("nodes" + nodes);
            for (PlacementPolicy policy :
                    List.of(PlacementPolicy.RANDOM, PlacementPolicy.PACK, PlacementPolicy.SPREAD)) {
                begin(nodes);
                ObjectNode ofPolicy = figures.putObject(policy.wire());
                ofPolicy.put("placedPerSecond", fill(policy));
                backlog(policy, waiting);
                ofPolicy.put("waiting", waiting);
                ofPolicy.put("servedPerSecondWhileTheyWait", serve());
            }
        }
        return report;
    }

    private void begin(int nodes) {
        List.of("placement_queue", "lease_resource", "resource_lease", "node_resource")
                .forEach(table -> jdbc.sql("delete from " + table).update());
        names.clear();
        running.clear();
        for (int i = 0; i < nodes; i++) {
            String name = "node%04d".formatted(i);
            names.add(name);
            transaction.executeWithoutResult(status -> capacities.change(
                    name,
                    Map.of(
                            "CPU", Optional.of(ResourceQuantity.of(CORES)),
                            "GPU", Optional.of(ResourceQuantity.of(GPUS))),
                    "bench"));
        }
    }

    private static Demand demand(PlacementPolicy policy, long number) {
        TreeMap<String, ResourceQuantity> amounts = new TreeMap<>();
        amounts.put("CPU", ResourceQuantity.of(1 + number % 3));
        amounts.put("GPU", number % 2 == 0 ? new ResourceQuantity(5000) : ResourceQuantity.ONE);
        return new Demand(new ResourceSet(amounts), policy);
    }

    private LeaseKey lease() {
        String task = "bench" + number++;
        jdbc.sql(LEASE).param("task", task).update();
        return LeaseKey.task("bench", Party.of("guest", "9999"), task, 0);
    }

    /** Until nothing fits any more, or the time is up. */
    private double fill(PlacementPolicy policy) {
        long begin = System.nanoTime();
        long placed = 0;
        boolean fits = true;
        while (fits && System.nanoTime() - begin < PHASE_NANOS) {
            fits = Boolean.TRUE.equals(transaction.execute(status -> {
                LeaseKey key = lease();
                boolean there = placements.place(key, demand(policy, number), Set.of()) instanceof Placed.On;
                if (there) {
                    running.add(key);
                }
                return there;
            }));
            placed++;
        }
        return perSecond(placed, begin);
    }

    /** Of as many shapes as there are demands, copied: how they came to wait is not what is measured. */
    private void backlog(PlacementPolicy policy, int waiting) {
        names.clear();
        for (int i = 0; i < 6; i++) {
            transaction.executeWithoutResult(status -> placements.place(lease(), demand(policy, number), Set.of()));
        }
        store.nodes(names).keySet().forEach(names::add);
        transaction.executeWithoutResult(status -> {
            for (int i = 6; i < waiting; i++) {
                LeaseKey key = lease();
                jdbc.sql(LIKE_ANOTHER)
                        .param("task", key.taskId())
                        .param("other", i % 6)
                        .update();
            }
        });
    }

    /** Each end serves those whom it makes room for. */
    private double serve() {
        long before = served.get();
        long begin = System.nanoTime();
        while (!running.isEmpty() && System.nanoTime() - begin < PHASE_NANOS) {
            LeaseKey ending = running.remove();
            transaction.executeWithoutResult(status -> placements.release(ending));
        }
        return perSecond(served.get() - before, begin);
    }

    private static double perSecond(long count, long begin) {
        return Math.round(count * 1e10 / (System.nanoTime() - begin)) / 10.0;
    }
}
