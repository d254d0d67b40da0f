package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Jobs that any server runs that speaks FATE Flow's API and has its components, seen from outside. */
final class CompareBench {

    private static final int CHAIN = 5;
    private static final int FAN = 8;
    private static final int ROWS = 100;
    private static final String NAMESPACE = "bench_compare";

    private final BenchClient client;
    private final Path data;
    private final int rounds;
    private final int atOnce;

    /** @param data a folder that the server may upload from */
    CompareBench(URI server, Path data, int rounds, int atOnce) {
        this.client = new BenchClient(server);
        this.data = data;
        this.rounds = rounds;
        this.atOnce = atOnce;
    }

    /**
     * What a job took.
     *
     * @param seconds from its submission until it is known to have succeeded; looks are 50 ms apart
     * @param handovers milliseconds from the end of a component to the start of the one behind it
     */
    record Result(double seconds, List<Double> handovers) {

        String cells() {
            String between = handovers.isEmpty() ? "" : Chart.shown(new Percentiles(handovers).at(50) / 1e3) + " s";
            return " %s | %s |".formatted(Chart.shown(seconds), between);
        }

        ObjectNode json() {
            ObjectNode json = JsonNodeFactory.instance.objectNode().put("seconds", seconds);
            json.set("handoverMillis", new Percentiles(handovers).json(50, 95));
            return json;
        }
    }

    /** By the job's name. The first job of all warms the server up. */
    Map<String, Result> run() throws IOException, InterruptedException {
        for (String party : List.of("guest", "host")) {
            upload(party);
        }
        Map<String, Result> results = new LinkedHashMap<>();
        once(toy(), 1);
        results.put("toy example", median(toy(), 1));
        results.put("chain of " + CHAIN, median(reading(chain()), CHAIN));
        results.put("fan-out to " + FAN, median(reading(fan()), 1));
        results.put(atOnce + " toy examples at once", together());
        return results;
    }

    private void upload(String party) throws IOException, InterruptedException {
        StringBuilder rows = new StringBuilder("id,x0,x1\n");
        IntStream.range(0, ROWS).forEach(row -> rows.append(row)
                .append(',')
                .append(row % 7)
                .append(',')
                .append(row % 3)
                .append('\n'));
        Path file = Files.writeString(data.resolve(party + ".csv"), rows);
        String job = client.upload(JsonNodeFactory.instance
                .objectNode()
                .put("file", file.toString())
                .put("head", 1)
                .put("partition", 1)
                .put("id_delimiter", ",")
                .put("namespace", NAMESPACE)
                .put("table_name", party)
                .put("drop", 1)
                .put("use_local_data", 0));
        client.awaitSuccess(job, "local", "0");
    }

    private Result median(ObjectNode job, int chain) throws IOException, InterruptedException {
        List<Double> seconds = new ArrayList<>();
        List<Double> handovers = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Result result = once(job, chain);
            seconds.add(result.seconds());
            handovers.addAll(result.handovers());
        }
        return new Result(new Percentiles(seconds).at(50), handovers);
    }

    private Result once(ObjectNode job, int chain) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        String id = client.submit(job);
        client.awaitSuccess(id);
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Result(seconds, chain > 1 ? BenchJob.handovers(client.tasks(id), chain) : List.of());
    }

    private Result together() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        List<String> running = new ArrayList<>();
        for (int job = 0; job < atOnce; job++) {
            running.add(client.submit(toy()));
        }
        for (String job : running) {
            client.awaitSuccess(job);
        }
        return new Result((System.nanoTime() - begin) / 1e9, List.of());
    }

    /** FATE's first example: two parties add up random numbers of each. */
    static ObjectNode toy() {
        ObjectNode dsl = JsonNodeFactory.instance.objectNode();
        dsl.withObject("/components/secure_add_example_0").put("module", "SecureAddExample");
        ObjectNode job = BenchJob.submission(dsl, false);
        job.withObject("/job_runtime_conf/component_parameters/common/secure_add_example_0")
                .put("data_num", 1000)
                .put("partition", 1)
                .put("seed", 123);
        return job;
    }

    /** A table is transformed once; what follows scales it. */
    static ObjectNode chain() {
        ObjectNode dsl = BenchJob.dsl(CHAIN);
        for (int index = 2; index < CHAIN; index++) {
            dsl.withObject("/components/" + BenchJob.name(index)).put("module", "FeatureScale");
        }
        return dsl;
    }

    /** A Reader, and behind it so many at the same time. */
    static ObjectNode fan() {
        ObjectNode dsl = BenchJob.dsl(FAN + 1);
        JsonNode components = dsl.path("components");
        for (int index = 1; index <= FAN; index++) {
            ObjectNode data = components.path(BenchJob.name(index)).withObject("/input/data");
            data.putArray("data").add(BenchJob.name(0) + ".data");
        }
        return dsl;
    }

    /** With the tables that were uploaded. */
    static ObjectNode reading(ObjectNode dsl) {
        ObjectNode job = BenchJob.submission(dsl, false);
        ObjectNode parameters = job.withObject("/job_runtime_conf/component_parameters");
        for (String party : List.of("guest", "host")) {
            // a number in a pointer would make a list
            parameters
                    .withObject("/role/" + party)
                    .putObject("0")
                    .putObject("reader_0")
                    .putObject("table")
                    .put("name", party)
                    .put("namespace", NAMESPACE);
        }
        return job;
    }
}
