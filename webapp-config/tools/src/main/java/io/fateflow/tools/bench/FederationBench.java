package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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

    /** Hand-overs, as {@link BenchJob#handovers} has them. */
    private List<Double> chain(boolean acrossSites) throws IOException, InterruptedException {
        String job = initiator.submit(BenchJob.submission(BenchJob.dsl(CHAIN), acrossSites));
        initiator.awaitSuccess(job);
        return BenchJob.handovers(initiator.tasks(job), CHAIN);
    }
}
