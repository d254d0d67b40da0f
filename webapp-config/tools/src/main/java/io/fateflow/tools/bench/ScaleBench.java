package io.fateflow.tools.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.LongStream;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.tools.demo.FreePorts;

/** One arrangement of servers, workers and partners after the other, on one database. */
final class ScaleBench {

    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final int COMPONENTS = 5;
    private static final int USUAL_PORT = 9380;
    private static final long FIRST_PARTNER = 10_000;
    private static final long INITIATOR = 9999;

    private final Path place;
    private final String jdbcUrl;
    private final Duration time;
    private final int clients;
    private final Consumer<ObjectNode> seen;
    private final FreePorts ports = new FreePorts();
    private int arrangements;

    /**
     * @param time how long clients begin jobs, in each arrangement
     * @param seen is given the figures of each, as soon as they are there
     */
    ScaleBench(Path place, String jdbcUrl, Duration time, int clients, Consumer<ObjectNode> seen) {
        this.place = place;
        this.jdbcUrl = jdbcUrl;
        this.time = time;
        this.clients = clients;
        this.seen = seen;
    }

    /** Servers with a worker of their own each, and then one server with so many workers beside it. */
    ArrayNode site(List<Integer> servers, List<Integer> workers) throws IOException, InterruptedException {
        ArrayNode figures = JsonNodeFactory.instance.arrayNode();
        for (int count : servers) {
            figures.add(arrangement(count, 0));
        }
        for (int count : workers) {
            figures.add(arrangement(1, count));
        }
        return figures;
    }

    private ObjectNode arrangement(int servers, int workers) throws IOException, InterruptedException {
        try (ScaleSite site = ScaleSite.start(next(), ports(servers), jdbcUrl, workers, Map.of())) {
            ScaleLoad load = new ScaleLoad(site.addresses());
            Supplier<ObjectNode> job = () -> BenchJob.submission(BenchJob.dsl(COMPONENTS), false);
            load.jobs(job, clients, WARM_UP);
            ObjectNode figures = JsonNodeFactory.instance
                    .objectNode()
                    .put("servers", servers)
                    .put("workersBeside", workers);
            figures.set("handoverMillis", load.handovers().json(50, 95));
            figures.setAll(measured(site, load, job));
            seen.accept(figures);
            return figures;
        }
    }

    private ObjectNode measured(ScaleSite site, ScaleLoad load, Supplier<ObjectNode> job)
            throws IOException, InterruptedException {
        try (DatabaseWork database = new DatabaseWork(jdbcUrl)) {
            DatabaseWork.Counted before = database.now();
            double servers = site.serverSeconds();
            double workers = site.workerSeconds();
            int busy = load.busy();
            ScaleLoad.Done done = load.jobs(job, clients, time);
            double count = done.jobs();
            DatabaseWork.Counted after = database.now();
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("jobs", done.jobs())
                    .put("jobsPerSecond", done.perSecond())
                    .put("clientsAskedAgain", load.busy() - busy)
                    .put("connections", after.connections())
                    .put("rowsInsertedPerJob", (after.inserted() - before.inserted()) / count)
                    .put("rowsUpdatedPerJob", (after.updated() - before.updated()) / count)
                    .put("rowsDeletedPerJob", (after.deleted() - before.deleted()) / count)
                    .put("commitsPerJob", (after.commits() - before.commits()) / count)
                    .put("databaseKilobytesPerJob", (after.bytes() - before.bytes()) / 1024.0 / count)
                    .put("serverSecondsPerJob", (site.serverSeconds() - servers) / count)
                    .put("workerSecondsPerJob", (site.workerSeconds() - workers) / count)
                    .put("databaseSecondsPerJob", (after.seconds() - before.seconds()) / count);
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /**
     * Jobs of one initiator with so many partner sites. All partners are one server that has all their ids: what is measured
     * is the initiator, for whom each is a site with calls of its own. In the first jobs all of them are hosts together, in
     * the others each is one time after the other.
     *
     * @param partnersUrl their database
     */
    ArrayNode partners(List<Integer> counts, String partnersUrl) throws IOException, InterruptedException {
        int initiator = ports.from(USUAL_PORT);
        int partners = ports.from(USUAL_PORT);
        try (ScaleSite ofPartners = ScaleSite.start(
                        next(), List.of(partners), partnersUrl, 0, federation(FIRST_PARTNER, initiator));
                ScaleSite site =
                        ScaleSite.start(next(), List.of(initiator), jdbcUrl, 0, federation(INITIATOR, partners))) {
            ScaleLoad load = new ScaleLoad(site.addresses());
            load.jobs(() -> BenchJob.withHosts(List.of(FIRST_PARTNER)), clients, WARM_UP);
            ArrayNode figures = JsonNodeFactory.instance.arrayNode();
            for (int count : counts) {
                figures.add(with(count, site, ofPartners, load));
            }
            return figures;
        }
    }

    private ObjectNode with(int partners, ScaleSite site, ScaleSite ofPartners, ScaleLoad load)
            throws IOException, InterruptedException {
        ObjectNode figures = JsonNodeFactory.instance.objectNode().put("partners", partners);
        List<Long> all = LongStream.range(FIRST_PARTNER, FIRST_PARTNER + partners)
                .boxed()
                .toList();
        double before = site.serverSeconds();
        long begin = System.nanoTime();
        Percentiles handovers = load.handovers(BenchJob.withHosts(all), BenchJob.HOSTS_CHAIN);
        figures.putObject("allInOneJob")
                .put("seconds", (System.nanoTime() - begin) / 1e9)
                .put("initiatorSeconds", site.serverSeconds() - before)
                .set("handoverMillis", handovers.json(50, 95));
        AtomicInteger next = new AtomicInteger();
        double initiator = site.serverSeconds();
        double others = ofPartners.serverSeconds();
        ScaleLoad.Done done = load.jobs(
                () -> BenchJob.withHosts(List.of(FIRST_PARTNER + next.getAndIncrement() % partners)), clients, time);
        figures.putObject("oneInEachJob")
                .put("jobs", done.jobs())
                .put("jobsPerSecond", done.perSecond())
                .put("initiatorSecondsPerJob", (site.serverSeconds() - initiator) / done.jobs())
                .put("partnersSecondsPerJob", (ofPartners.serverSeconds() - others) / done.jobs());
        seen.accept(figures);
        return figures;
    }

    private static Map<String, String> federation(long party, int otherPort) {
        String federation = "fate.federation.";
        return Map.of(
                federation + "enabled",
                "true",
                federation + "party-id",
                Long.toString(party),
                federation + "proxy.host",
                "127.0.0.1",
                federation + "proxy.http-port",
                Integer.toString(otherPort));
    }

    private List<Integer> ports(int count) throws IOException {
        List<Integer> free = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            free.add(ports.from(USUAL_PORT));
        }
        return free;
    }

    private Path next() {
        return place.resolve("arrangement-" + arrangements++);
    }
}
