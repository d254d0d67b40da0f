package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Clients of a site that each submit a job, wait for its end, and submit the next. */
final class ScaleLoad {

    private static final int CHAIN = 20;
    private static final int CHAINS = 3;

    private final List<BenchClient> servers;

    /** @param servers taken in turn */
    ScaleLoad(List<URI> servers) {
        this.servers = servers.stream().map(BenchClient::new).toList();
    }

    /**
     * What was done.
     *
     * @param jobs that have ended
     * @param seconds until the last one's end
     */
    record Done(int jobs, double seconds) {
        double perSecond() {
            return jobs / seconds;
        }
    }

    /** Begins no job after that time, and returns when all have ended. */
    Done jobs(Supplier<ObjectNode> job, int clients, Duration time) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        AtomicInteger done = new AtomicInteger();
        long begin = System.nanoTime();
        long end = begin + time.toNanos();
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                BenchClient server = servers.get(client % servers.size());
                running.add(threads.submit(() -> {
                    while (System.nanoTime() < end) {
                        server.awaitSuccess(server.submit(job.get()));
                        done.incrementAndGet();
                    }
                    return null;
                }));
            }
            for (Future<?> client : running) {
                client.get();
            }
            return new Done(done.get(), (System.nanoTime() - begin) / 1e9);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /** How often a server was too busy to answer a client. */
    int busy() {
        return servers.stream().mapToInt(BenchClient::busy).sum();
    }

    /** Of one job at a time, each submitted to another server. */
    Percentiles handovers() throws IOException, InterruptedException {
        List<Double> handovers = new ArrayList<>();
        for (int chain = 0; chain < CHAINS * servers.size(); chain++) {
            handovers.addAll(handovers(
                    servers.get(chain % servers.size()), BenchJob.submission(BenchJob.dsl(CHAIN), false), CHAIN));
        }
        return new Percentiles(handovers);
    }

    /** Of a job that runs alone. */
    Percentiles handovers(ObjectNode job, int length) throws IOException, InterruptedException {
        return new Percentiles(handovers(servers.get(0), job, length));
    }

    private static List<Double> handovers(BenchClient server, ObjectNode submission, int length)
            throws IOException, InterruptedException {
        String job = server.submit(submission);
        server.awaitSuccess(job);
        return BenchJob.handovers(server.tasks(job), length);
    }
}
