package io.fateflow.tools.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceIdSet;
import io.fateflow.engine.resource.amount.ResourceIds;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;
import io.fateflow.engine.resource.placement.Decision;
import io.fateflow.engine.resource.placement.Placement;
import io.fateflow.engine.resource.placement.PlacementPolicy;

/**
 * One mix of tasks, always the same, on eight nodes with four GPUs each, in simulated time: when it is done, and how much of
 * the free GPUs is in pieces that no task with a whole one can use. Next to it stands what the work alone takes: no schedule
 * can be faster than that.
 */
final class PolicyBench {

    private static final int NODES = 8;
    private static final int GPUS = 4;
    private static final int CORES = 16;
    private static final int TASKS = 2000;
    private static final long SEED = 20_260_101L;

    /** @param seconds how long it runs */
    private record Task(ResourceSet demand, int arrives, int seconds) {}

    private record Running(
            int ends, String node, ResourceSet demand, SortedMap<String, SortedMap<Integer, ResourceQuantity>> units) {}

    ObjectNode run() {
        List<Task> mix = mix();
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("boundSeconds", bound(mix));
        for (PlacementPolicy policy : List.of(PlacementPolicy.RANDOM, PlacementPolicy.PACK, PlacementPolicy.SPREAD)) {
            report.set(policy.wire(), run(mix, policy));
        }
        List<Task> longestFirst = mix.stream()
                .sorted(Comparator.comparingInt(Task::seconds).reversed())
                .map(task -> new Task(task.demand(), 0, task.seconds()))
                .toList();
        report.set("greedyLongestFirst", run(longestFirst, PlacementPolicy.PACK));
        return report;
    }

    private static List<Task> mix() {
        Random random = new Random(SEED);
        List<Task> mix = new ArrayList<>();
        int now = 0;
        for (int i = 0; i < TASKS; i++) {
            now += random.nextInt(4);
            int kind = random.nextInt(10);
            ResourceQuantity gpus = kind < 5
                    ? new ResourceQuantity(2500L + 2500L * random.nextInt(2))
                    : ResourceQuantity.of(kind < 8 ? 1 : kind < 9 ? 2 : 4);
            ResourceSet demand =
                    ResourceSet.of(Map.of("GPU", gpus, "CPU", ResourceQuantity.of(1L + random.nextInt(3))));
            mix.add(new Task(demand, now, 10 + random.nextInt(90)));
        }
        return mix;
    }

    /** All GPUs busy from the first moment to the last. */
    private static long bound(List<Task> mix) {
        long work = mix.stream()
                .mapToLong(task -> task.demand().get("GPU").units() * task.seconds())
                .sum();
        long last = mix.stream()
                .mapToLong(task -> task.arrives() + task.seconds())
                .max()
                .orElse(0);
        return Math.max(last, work / (ResourceQuantity.ONE.units() * NODES * GPUS));
    }

    private static Map<String, NodeResources> nodes() {
        Map<String, NodeResources> nodes = new TreeMap<>();
        ResourceSet total = ResourceSet.of(Map.of("GPU", ResourceQuantity.of(GPUS), "CPU", ResourceQuantity.of(CORES)));
        for (int i = 0; i < NODES; i++) {
            ResourceIdSet ids = new ResourceIdSet(new TreeMap<>(Map.of("GPU", ResourceIds.of(GPUS))));
            nodes.put("n" + i, new NodeResources("n" + i, total, ResourceSet.EMPTY, ResourceSet.EMPTY, ids, true));
        }
        return nodes;
    }

    private static ObjectNode run(List<Task> mix, PlacementPolicy policy) {
        Placement placement = new Placement(new Random(SEED));
        Map<String, NodeResources> nodes = nodes();
        PriorityQueue<Running> running = new PriorityQueue<>(Comparator.comparingInt(Running::ends));
        List<Task> waiting = new ArrayList<>();
        Iterator<Task> coming = mix.iterator();
        Task next = coming.next();
        int now = 0;
        double waited = 0;
        double pieces = 0;
        int looks = 0;
        while (next != null || !waiting.isEmpty() || !running.isEmpty()) {
            while (next != null && next.arrives() <= now) {
                waiting.add(next);
                next = coming.hasNext() ? coming.next() : null;
            }
            while (!running.isEmpty() && running.element().ends() <= now) {
                Running ended = running.remove();
                nodes.computeIfPresent(ended.node(), (name, node) -> without(node, ended));
            }
            waited += start(placement, policy, nodes, waiting, running, now);
            pieces += piecesOfFree(nodes);
            looks++;
            int ends = running.isEmpty() ? Integer.MAX_VALUE : running.element().ends();
            int arrives = next == null ? Integer.MAX_VALUE : next.arrives();
            if (Math.min(ends, arrives) == Integer.MAX_VALUE) {
                break;
            }
            now = Math.max(now, Math.min(ends, arrives));
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("makespanSeconds", now)
                .put("meanWaitSeconds", Math.round(waited / mix.size() * 10) / 10.0)
                .put("freeGpusInPieces", Math.round(pieces / looks * 1000) / 1000.0);
    }

    private static double start(
            Placement placement,
            PlacementPolicy policy,
            Map<String, NodeResources> nodes,
            List<Task> waiting,
            PriorityQueue<Running> running,
            int now) {
        double waited = 0;
        Iterator<Task> each = waiting.iterator();
        while (each.hasNext()) {
            Task task = each.next();
            if (placement.decide(nodes.values(), task.demand(), policy, Set.of(), Set.of())
                    instanceof Decision.Start start) {
                NodeResources.Taken taken = start.node().acquire(task.demand());
                nodes.put(taken.node().node(), taken.node());
                running.add(new Running(
                        now + task.seconds(),
                        taken.node().node(),
                        task.demand(),
                        taken.units().ids()));
                waited += now - task.arrives();
                each.remove();
            }
        }
        return waited;
    }

    private static NodeResources without(NodeResources node, Running ended) {
        return new NodeResources(
                node.node(),
                node.total(),
                node.leased().subtractStrict(ended.demand()),
                node.load(),
                node.ids().release(ended.units()),
                true);
    }

    /** Which share of the free GPUs is rests of shared ones. */
    private static double piecesOfFree(Map<String, NodeResources> nodes) {
        double whole = 0;
        double rests = 0;
        for (NodeResources node : nodes.values()) {
            ResourceIds ids = node.ids().of("GPU");
            whole += ids.wholeIds().size();
            rests += ids.fractionalIds().values().stream()
                            .mapToLong(ResourceQuantity::units)
                            .sum()
                    / (double) ResourceQuantity.ONE.units();
        }
        return whole + rests == 0 ? 0 : rests / (whole + rests);
    }
}
