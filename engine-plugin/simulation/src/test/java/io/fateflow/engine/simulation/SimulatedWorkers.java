package io.fateflow.engine.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.resource.placement.PlacedTopics;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;

/** Workers of all sites: they fetch attempts, end them, say so twice or too late, and die. */
final class SimulatedWorkers {

    private static final int LATE_ONES = 5;

    private final List<SimulatedSite> sites;
    private final Storm storm;
    private final Trace trace;
    private final Crashes crashes;
    private final List<Attempt> held = new ArrayList<>();
    private final List<Attempt> lost = new ArrayList<>();
    private final List<Attempt> silent = new ArrayList<>();
    private final Set<String> succeeded = new HashSet<>();
    private int workers;

    /** An attempt that a worker has, or had. */
    private record Attempt(SimulatedSite site, String worker, ExecutorTask view) {
        @Override
        public String toString() {
            return site.partyId() + " " + TaskKey.of(view).businessKey();
        }
    }

    SimulatedWorkers(List<SimulatedSite> sites, Storm storm, Trace trace, Crashes crashes) {
        this.sites = sites;
        this.storm = storm;
        this.trace = trace;
        this.crashes = crashes;
    }

    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (SimulatedSite site : sites) {
            if (isAnythingToFetch(site, PlacedTopics.ANYWHERE)) {
                steps.add(new Step(site.partyId() + " fetches", 4, () -> fetch(site, "")));
            }
        }
        held.forEach(attempt -> steps.add(new Step(attempt + " ends", 3, () -> end(attempt))));
        if (storm.isBlowing()) {
            lost.forEach(attempt -> steps.add(new Step(attempt + " ends late", 1, () -> endLate(attempt))));
        }
        return steps;
    }

    boolean areBusy() {
        return !held.isEmpty();
    }

    /** Whether there is something for a node. */
    boolean finds(SimulatedSite site, String node) {
        return isAnythingToFetch(site, PlacedTopics.of(node));
    }

    private static boolean isAnythingToFetch(SimulatedSite site, String topic) {
        long now = site.now();
        return site.waiting().holds().stream()
                .anyMatch(hold -> hold.end() <= now && hold.topic().equals(topic));
    }

    /** When the hold of a worker that is gone ends, by the simulation's clock. */
    List<Long> endsOfHolds() {
        return sites.stream()
                .flatMap(site -> site.waiting().holds().stream()
                        .filter(Waiting.Hold::isSomebodys)
                        .map(hold -> site.common(hold.end())))
                .toList();
    }

    /** @param node whose worker it is; empty for one that runs what needs no node */
    void fetch(SimulatedSite site, String node) {
        String worker = (node.isEmpty() ? "w" : node) + ":" + ++workers;
        List<ExecutorTask> views = crashes.risk(
                site, () -> site.on(() -> site.parts().nodes().executorTasks().fetch(worker, 10, Duration.ZERO)));
        for (ExecutorTask view : views) {
            Attempt attempt = new Attempt(site, worker, view);
            trace.add("  starts " + attempt);
            if (succeeded.contains(attempt.toString())) {
                throw new Violation(attempt + " is executed again, although it has succeeded");
            }
            held.add(attempt);
        }
    }

    private void end(Attempt attempt) {
        if (storm.hits(Fault.WORKER_DIES)) {
            trace.add("  its worker dies, and another one of the machine follows it");
            held.remove(attempt);
            keep(attempt);
            String follower = SiteWorker.nameOf(attempt.worker()) + ":" + ++workers;
            attempt.site().on(() -> {
                attempt.site().parts().nodes().executorTasks().takeOver(follower, List.of(attempt.worker()), List.of());
                return true;
            });
            return;
        }
        boolean fails = storm.hits(Fault.EXECUTOR_FAILS);
        if (!fails && storm.hits(Fault.REPORT_REFUSED)) {
            endRefused(attempt);
            return;
        }
        boolean taken = complete(attempt, fails);
        trace.add("  %s, %s".formatted(fails ? "failed" : "succeeded", taken ? "taken" : "not wanted"));
        held.remove(attempt);
        if (taken && !fails) {
            succeeded.add(attempt.toString());
        }
        if (storm.isBlowing() && storm.chance(0.1) && complete(attempt, false)) {
            throw new Violation(attempt + " ended twice");
        }
    }

    /** What can't be kept is taken at once, and the attempt has failed: it is never said again. */
    private void endRefused(Attempt attempt) {
        String metric = storm.pick(List.of("a\0b", "m".repeat(121), SimulatedSite.REFUSED_BY_DATABASE));
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.putArray("metrics").addObject().put("namespace", "n").put("name", metric);
        boolean taken = complete(attempt, false, result);
        trace.add("  its report is refused, " + (taken ? "taken" : "not wanted"));
        held.remove(attempt);
        if (taken && !hasFailedForItsReport(attempt)) {
            throw new Violation(attempt + " left what can't be kept, and has not failed for it");
        }
    }

    private static boolean hasFailedForItsReport(Attempt attempt) {
        TaskKey key = TaskKey.of(attempt.view());
        return attempt
                .site()
                .jdbc()
                .queryForList(
                        "select error_report from task where task_id = ? and task_version = ? and role = ? and party_id"
                                + " = ? and party_status = 'failed'",
                        String.class,
                        key.taskId(),
                        key.version(),
                        key.role(),
                        key.partyId())
                .stream()
                .anyMatch(why -> why.contains("FFB-402"));
    }

    private void endLate(Attempt attempt) {
        lost.remove(attempt);
        boolean taken = complete(attempt, false);
        trace.add(taken ? "  taken" : "  not wanted");
        if (taken && !succeeded.add(attempt.toString())) {
            throw new Violation(attempt + " succeeded twice");
        }
        if (taken && held.removeIf(other -> other.toString().equals(attempt.toString()))) {
            throw new Violation(attempt + " belongs to another worker, and the old one's end was taken");
        }
    }

    /** A machine is gone, with all its workers' attempts; nobody knows yet. */
    void die(SimulatedSite site, String node) {
        for (Attempt attempt : List.copyOf(held)) {
            if (attempt.site() == site && SiteWorker.nameOf(attempt.worker()).equals(node)) {
                held.remove(attempt);
                keep(attempt);
                silent.add(attempt);
            }
        }
    }

    /** Somebody sees who is dead, and ends what they had. */
    void bury(SimulatedSite site) {
        for (Attempt attempt : List.copyOf(silent)) {
            if (attempt.site() == site) {
                site.parts().nodes().executorTasks().lost(attempt.worker());
                silent.remove(attempt);
            }
        }
    }

    private void keep(Attempt attempt) {
        if (lost.size() < LATE_ONES) {
            lost.add(attempt);
        }
    }

    private boolean complete(Attempt attempt, boolean fails) {
        return complete(attempt, fails, null);
    }

    private boolean complete(Attempt attempt, boolean fails, @Nullable ObjectNode result) {
        SimulatedSite site = attempt.site();
        long now = site.now();
        ExecutorReport outcome = new ExecutorReport(
                fails ? "failed" : "success",
                "exited",
                fails ? 1 : 0,
                fails ? "the executor failed" : "",
                List.of("true"),
                1,
                now,
                now,
                0,
                0,
                result);
        return crashes.risk(
                site,
                () -> site.on(() -> site.parts()
                        .nodes()
                        .executorTasks()
                        .complete(attempt.worker(), attempt.view().id(), outcome)));
    }

    /** Those that live keep what they hold; what is not theirs any more they end. */
    void heartbeat() {
        for (Attempt attempt : List.copyOf(held)) {
            boolean wanted = attempt.site().on(() -> attempt.site()
                    .parts()
                    .nodes()
                    .executorTasks()
                    .heartbeat(attempt.worker(), attempt.view().id(), "127.0.0.1", 1));
            if (!wanted) {
                trace.add("  " + attempt + " is not wanted any more");
                held.remove(attempt);
                keep(attempt);
            }
        }
    }
}
