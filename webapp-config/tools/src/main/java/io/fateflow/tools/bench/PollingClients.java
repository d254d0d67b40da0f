package io.fateflow.tools.bench;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that ask for one thing again and again, each once a second, as FATE's do while they wait for a job. */
final class PollingClients implements AutoCloseable {

    private static final long MILLIS = 1000;

    private final HttpClient http;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger answers = new AtomicInteger();
    private final AtomicInteger refusals = new AtomicInteger();

    /** They begin apart, spread over the first second. */
    @SuppressWarnings("FutureReturnValueIgnored") // they end with the clock
    PollingClients(HttpClient http, HttpRequest question, int count) {
        this.http = http;
        for (int client = 0; client < count; client++) {
            clock.scheduleAtFixedRate(() -> ask(question), client * MILLIS / count, MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it counts
    private void ask(HttpRequest question) {
        http.sendAsync(question, BodyHandlers.discarding())
                .whenComplete((answer, failed) ->
                        (failed == null && answer.statusCode() == 200 ? answers : refusals).incrementAndGet());
    }

    int answers() {
        return answers.get();
    }

    int refusals() {
        return refusals.get();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
