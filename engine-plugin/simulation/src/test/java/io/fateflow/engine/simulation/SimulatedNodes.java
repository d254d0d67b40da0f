package io.fateflow.engine.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.engine.node.SiteWorker;

/** Machines of all sites, of which each has what its worker announces: they join, grow, shrink, lose a label, and die. */
final class SimulatedNodes {

    private static final List<String> NAMES = List.of("n1", "n2");
    private static final List<String> SIZES = List.of(
            "{}", "{\"GPU\": 1}", "{\"GPU\": 1, \"memory\": 4}", "{\"GPU\": [0, 3], \"memory\": 8}", "{\"GPU\": 3}");

    /** Enough for all that anybody asks for. */
    private static final String LARGE = "{\"GPU\": 4, \"memory\": 32}";

    private final List<SimulatedSite> sites;
    private final SimulatedWorkers workers;
    private final Storm storm;
    private final Trace trace;
    private final Crashes crashes;
    private final NodeWatch watch;
    private final boolean used;
    private final Map<Node, String> living = new LinkedHashMap<>();

    /** A node of a site. */
    private record Node(SimulatedSite site, String name) {
        String worker() {
            return name + ":0";
        }

        @Override
        public String toString() {
            return site.partyId() + " " + name;
        }
    }

    SimulatedNodes(List<SimulatedSite> sites, SimulatedWorkers workers, Storm storm, Trace trace, Crashes crashes) {
        this.sites = sites;
        this.workers = workers;
        this.storm = storm;
        this.trace = trace;
        this.crashes = crashes;
        this.used = storm.chance(0.5);
        this.watch = new NodeWatch(sites);
    }

    /** Whether jobs of this run want something of nodes. */
    boolean areUsed() {
        return used;
    }

    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        if (used && storm.isBlowing()) {
            all().forEach(node -> {
                if (!living.containsKey(node)) {
                    steps.add(new Step(node + " joins", 1, () -> join(node, storm.pick(SIZES))));
                } else {
                    steps.add(new Step(node + " changes", 1, () -> change(node)));
                    steps.add(new Step(node + " may die", 1, () -> die(node)));
                }
            });
        }
        living.keySet().stream()
                .filter(node -> workers.finds(node.site(), node.name()))
                .forEach(node ->
                        steps.add(new Step(node + " fetches", 4, () -> workers.fetch(node.site(), node.name()))));
        return steps;
    }

    private List<Node> all() {
        return sites.stream()
                .flatMap(site -> NAMES.stream().map(name -> new Node(site, name)))
                .toList();
    }

    private void join(Node node, String size) {
        trace.add("  with " + size);
        living.put(node, size);
        look(node.site());
    }

    private void change(Node node) {
        if (storm.hits(Fault.NODE_CHANGES)) {
            join(node, storm.pick(SIZES));
        }
    }

    /** Its row is as good as gone when it is silent; that it is dead, and what it had, somebody has to see. */
    private void die(Node node) {
        if (storm.hits(Fault.NODE_DIES)) {
            trace.add("  it does");
            living.remove(node);
            node.site().jdbc().update("delete from worker where worker_id = ?", node.worker());
            workers.die(node.site(), node.name());
        }
    }

    /** From now on all is well: what is wanted is there. */
    void heal() {
        if (used) {
            all().forEach(node -> living.put(node, LARGE));
            look();
        }
    }

    /** As servers do every few seconds, and a worker's heartbeat before them. */
    void look() {
        if (used) {
            for (SimulatedSite site : sites) {
                try {
                    look(site);
                } catch (SiteCrashed e) {
                    trace.add("  crashed");
                }
            }
        }
    }

    private void look(SimulatedSite site) {
        living.forEach((node, size) -> {
            if (node.site() == site) {
                site.parts()
                        .nodes()
                        .membership()
                        .seen(new SiteWorker(node.worker(), "here", "active", 8, 0, "", false, 0, "", size));
            }
        });
        // heartbeats are by the database's clock, which goes on while the simulation's stands still
        site.jdbc().update("update worker set seen_time = seen_time + 86400000");
        try {
            crashes.risk(
                    site,
                    () -> site.on(() -> {
                        workers.bury(site);
                        site.parts().nodes().tasks().look();
                        return true;
                    }));
        } catch (SiteCrashed e) {
            // it lives again, and has all its time before it
            watch.restarted(site);
            throw e;
        }
    }

    /** @throws Violation if somebody has what is not there, or waits for what is */
    void check(Duration longestWait) {
        if (used) {
            watch.look(
                    longestWait,
                    node -> living.keySet().stream().map(Node::toString).anyMatch(node::equals));
        }
    }

    /** So that the next run begins without any. */
    void end() {
        living.clear();
    }
}
