package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The measurements, with three running sites whose executors do nothing. */
final class FederationBench {

    private static final int CHAIN = 20;
    private static final int ROUNDS = 3;
    private static final int WARM_UPS = 20;

    private final BenchClient initiator;
    private final int jobs;
    private final int atOnce;

    FederationBench(BenchClient initiator, int jobs, int atOnce) {
        this.initiator = initiator;
        this.jobs = jobs;
        this.atOnce = atOnce;
    }

    /** The first jobs do not count; the two hand-overs are measured in turn, so that both see the same machine. */
    ObjectNode run() throws IOException, InterruptedException {
        jobs(WARM_UPS);
        chain(true);
        chain(false);
        List<Double> federated = new ArrayList<>();
        List<Double> local = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            federated.addAll(chain(true));
            local.addAll(chain(false));
        }
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.set("federatedHandoverMillis", new Percentiles(federated).json(50, 95));
        report.set("localHandoverMillis", new Percentiles(local).json(50, 95));
        int before = initiator.submitAgain();
        double seconds = jobs(jobs);
        return report.put("jobs", jobs)
                .put("jobsAtOnce", atOnce)
                .put("submittedAgain", initiator.submitAgain() - before)
                .put("jobsPerSecond", jobs / seconds);
    }

    /** Seconds from the first job's submission to the last one's end. */
    private double jobs(int count) throws IOException, InterruptedException {
        ExecutorService clients = Executors.newFixedThreadPool(atOnce);
        try {
            long begin = System.nanoTime();
            List<Callable<Void>> calls = new ArrayList<>();
            for (int job = 0; job < count; job++) {
                calls.add(() -> {
                    initiator.awaitSuccess(initiator.submit(BenchJob.ofThreeSites()));
                    return null;
                });
            }
            for (Future<Void> call : clients.invokeAll(calls)) {
                call.get();
            }
            return (System.nanoTime() - begin) / 1e9;
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            clients.shutdownNow();
        }
    }

    /** Milliseconds from the last party's end of a component to the first party's start of the next. */
    private List<Double> chain(boolean acrossSites) throws IOException, InterruptedException {
        String job = initiator.submit(BenchJob.submission(BenchJob.dsl(CHAIN), acrossSites));
        initiator.awaitSuccess(job);
        Map<String, Long> starts = new TreeMap<>();
        Map<String, Long> ends = new TreeMap<>();
        for (JsonNode task : initiator.tasks(job)) {
            String component = task.path("f_component_name").asText();
            starts.merge(component, task.path("f_start_time").asLong(), Math::min);
            ends.merge(component, task.path("f_end_time").asLong(), Math::max);
        }
        List<Double> handovers = new ArrayList<>();
        for (int index = 1; index < CHAIN; index++) {
            long end = Objects.requireNonNull(ends.get(BenchJob.name(index - 1)));
            handovers.add((double) (Objects.requireNonNull(starts.get(BenchJob.name(index))) - end));
        }
        return handovers;
    }
}
