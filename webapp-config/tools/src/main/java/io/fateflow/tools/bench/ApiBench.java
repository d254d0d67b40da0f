package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** How quickly a server that has stored many jobs answers, and what it costs jobs that many ask at once. */
final class ApiBench {

    private static final int CHAIN = 20;
    private static final int WARM_UPS = 100;
    private static final int SAMPLES = 300;
    private static final int AT_ONCE = 8;
    private static final long LOAD_NANOS = 4_000_000_000L;
    private static final int ROUNDS = 5;
    private static final int CHAINS = 4;

    private final URI server;
    private final HttpClient http = HttpClient.newHttpClient();
    private final BenchClient client;

    ApiBench(URI server) {
        this.server = server;
        this.client = new BenchClient(server);
    }

    /** A job that is like those that are stored. */
    String oneJob() throws IOException, InterruptedException {
        String job = client.submit(BenchJob.submission(BenchJob.dsl(5), false));
        client.awaitSuccess(job);
        return job;
    }

    /** @param stored ids of the jobs that there are, the newest first */
    ObjectNode run(List<String> stored, int pollers, String password) throws IOException, InterruptedException {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        ObjectNode calls = report.putObject("calls");
        for (Map.Entry<String, IntFunction<HttpRequest>> call : calls(stored).entrySet()) {
            calls.set(call.getKey(), measure(call.getValue()));
        }
        client.awaitIdle(password);
        report.set("handover", handover(pollers));
        return report;
    }

    private Map<String, IntFunction<HttpRequest>> calls(List<String> stored) {
        ObjectNode job = BenchJob.submission(BenchJob.dsl(1), false);
        Map<String, IntFunction<HttpRequest>> calls = new LinkedHashMap<>();
        calls.put("job/query", index -> post("/v1/job/query", ofJob(stored, index)));
        calls.put("job/task/query", index -> post("/v1/job/task/query", ofJob(stored, index)));
        calls.put("job/list/job", index -> post("/v1/job/list/job", "{\"limit\": 20, \"page\": 1}"));
        calls.put("job/list/task", index -> post("/v1/job/list/task", "{\"limit\": 20, \"page\": 1}"));
        calls.put("resource/query", index -> post("/v1/resource/query", "{}"));
        calls.put("queue", index -> get("/v1/queue"));
        calls.put("nothing", index -> post(EmptyEndpoint.PATH, "{}"));
        calls.put("job/submit", index -> post("/v1/job/submit", job.toString()));
        calls.put("data/upload", ApiBench.this::upload);
        return calls;
    }

    /** Not one after the other: neighbours share pages of the database. */
    private static String ofJob(List<String> stored, int index) {
        String jobId = stored.get((int) (index * 7919L % stored.size()));
        return "{\"job_id\": \"" + jobId + "\"}";
    }

    /** A thousand rows of three columns. */
    private HttpRequest upload(int index) {
        StringBuilder rows = new StringBuilder("id,x,y\n");
        for (int row = 0; row < 1000; row++) {
            rows.append(row)
                    .append(',')
                    .append(row % 7)
                    .append(',')
                    .append(row % 2)
                    .append('\n');
        }
        String form = "--rows\r\nContent-Disposition: form-data; name=\"file\"; filename=\"rows.csv\"\r\n\r\n" + rows
                + "\r\n--rows--\r\n";
        String path = "/v1/data/upload?file=rows.csv&head=1&partition=1&namespace=bench&drop=1&table_name=rows" + index;
        return HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "multipart/form-data; boundary=rows")
                .POST(BodyPublishers.ofString(form))
                .build();
    }

    private HttpRequest post(String path, String body) {
        return HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private HttpRequest get(String path) {
        return HttpRequest.newBuilder(server.resolve(path)).build();
    }

    /** One client for the times of answers, several for how many there are a second. */
    private ObjectNode measure(IntFunction<HttpRequest> call) throws IOException, InterruptedException {
        for (int index = 0; index < WARM_UPS; index++) {
            demandDone(http.send(call.apply(index), BodyHandlers.ofString()));
        }
        List<Double> millis = new ArrayList<>();
        for (int index = WARM_UPS; index < WARM_UPS + SAMPLES; index++) {
            HttpRequest request = call.apply(index);
            long begin = System.nanoTime();
            HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
            millis.add((System.nanoTime() - begin) / 1e6);
            demandDone(answer);
        }
        ObjectNode figures = JsonNodeFactory.instance.objectNode();
        figures.set("millis", new Percentiles(millis).json(50, 95));
        return figures.put("perSecond", perSecond(call));
    }

    private double perSecond(IntFunction<HttpRequest> call) {
        AtomicInteger next = new AtomicInteger(WARM_UPS + SAMPLES);
        long begin = System.nanoTime();
        ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<CompletableFuture<Integer>> counts = new ArrayList<>();
            for (int count = 0; count < AT_ONCE; count++) {
                counts.add(CompletableFuture.supplyAsync(() -> askUntil(begin + LOAD_NANOS, next, call), clients));
            }
            int answers = counts.stream().mapToInt(CompletableFuture::join).sum();
            return answers / ((System.nanoTime() - begin) / 1e9);
        } finally {
            clients.shutdown();
        }
    }

    private int askUntil(long end, AtomicInteger next, IntFunction<HttpRequest> call) {
        int answers = 0;
        while (System.nanoTime() < end) {
            HttpRequest request = call.apply(next.getAndIncrement());
            demandDone(http.sendAsync(request, BodyHandlers.ofString()).join());
            answers++;
        }
        return answers;
    }

    private static void demandDone(HttpResponse<String> answer) {
        if (answer.statusCode() != 200 || answer.body().contains("\"retcode\":1")) {
            throw new IllegalStateException(answer.uri() + " answered " + answer.statusCode() + ": " + answer.body());
        }
    }

    /** Of chains that run alone, while others poll, and while as many ask for nothing, in turn. */
    private ObjectNode handover(int pollers) throws IOException, InterruptedException {
        List<Double> alone = new ArrayList<>();
        try (PollingClients clients = new PollingClients(server, pollers)) {
            Polled query = new Polled(clients);
            Polled nothing = new Polled(clients);
            chain();
            for (int round = 0; round < ROUNDS; round++) {
                alone.addAll(chains());
                query.round("/v1/job/query", "{\"job_id\": \"" + oneJob() + "\"}");
                nothing.round(EmptyEndpoint.PATH, "{}");
            }
            ObjectNode report = JsonNodeFactory.instance.objectNode();
            report.set("millis", new Percentiles(alone).json(50, 95));
            report.set("millisWithPollingClients", query.report());
            report.set("millisWithClientsThatAskForNothing", nothing.report());
            return report.put("clients", pollers);
        }
    }

    /** Hand-overs while clients ask for one thing. */
    private final class Polled {

        private final PollingClients clients;
        private final List<Double> handovers = new ArrayList<>();
        private int answers;
        private int refusals;
        private double cpuSeconds;

        Polled(PollingClients clients) {
            this.clients = clients;
        }

        void round(String path, String body) throws IOException, InterruptedException {
            clients.ask(path, body);
            handovers.addAll(chains());
            JsonNode figures = clients.stop();
            answers += figures.path("answers").asInt();
            refusals += figures.path("notAnswered").asInt();
            cpuSeconds += figures.path("cpuSeconds").asDouble();
        }

        ObjectNode report() {
            return new Percentiles(handovers)
                    .json(50, 95)
                    .put("answers", answers)
                    .put("notAnswered", refusals)
                    .put("clientsCpuSeconds", cpuSeconds);
        }
    }

    private List<Double> chains() throws IOException, InterruptedException {
        List<Double> handovers = new ArrayList<>();
        for (int count = 0; count < CHAINS; count++) {
            handovers.addAll(chain());
        }
        return handovers;
    }

    private List<Double> chain() throws IOException, InterruptedException {
        String job = client.submit(BenchJob.submission(BenchJob.dsl(CHAIN), false));
        client.awaitSuccess(job);
        return BenchJob.handovers(client.tasks(job), CHAIN);
    }
}
