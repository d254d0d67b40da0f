package io.fateflow.tools.bench;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/** One look at a server of this process, while it works. */
final class SoakLook {

    private static final int CHAIN = 20;
    private static final int LISTS = 20;
    private static final double MEGABYTE = 1024 * 1024;

    private final BenchClient client;
    private final JdbcTemplate jdbc;
    private final Path home;

    SoakLook(BenchClient client, JdbcTemplate jdbc, Path home) {
        this.client = client;
        this.jdbc = jdbc;
        this.home = home;
    }

    /**
     * What was seen.
     *
     * @param hours since the work has begun
     * @param handoverMillis median of a chain that was run among the others
     * @param late95Millis of the same, what 95 % do not exceed
     * @param heapMegabytes what no collection takes away
     * @param files that are open
     * @param databaseMegabytes on the disk
     * @param listMillis median of the newest 20 jobs, asked for one time after the other
     * @param unfinished jobs that have not succeeded by now
     */
    record Seen(
            double hours,
            double handoverMillis,
            double late95Millis,
            double heapMegabytes,
            double threads,
            double files,
            double databaseMegabytes,
            double listMillis,
            double unfinished) {}

    /** Something of it, for a table or a picture. */
    record Figure(String name, String unit, ToDoubleFunction<Seen> of) {

        static List<Figure> all() {
            return List.of(
                    new Figure("hand-over p50", "ms", Seen::handoverMillis),
                    new Figure("hand-over p95", "ms", Seen::late95Millis),
                    new Figure("heap", "MB", Seen::heapMegabytes),
                    new Figure("threads", "", Seen::threads),
                    new Figure("open files", "", Seen::files),
                    new Figure("database", "MB", Seen::databaseMegabytes),
                    new Figure("list of jobs", "ms", Seen::listMillis),
                    new Figure("jobs under way", "", Seen::unfinished));
        }
    }

    Seen look(double hours) throws IOException, InterruptedException {
        String chain = client.submit(BenchJob.submission(BenchJob.dsl(CHAIN), false));
        client.awaitSuccess(chain);
        Percentiles handovers = new Percentiles(BenchJob.handovers(client.tasks(chain), CHAIN));
        return new Seen(
                hours,
                handovers.at(50),
                handovers.at(95),
                Memory.liveHeap(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                files(),
                database() / MEGABYTE,
                list(),
                unfinished());
    }

    private double list() throws IOException, InterruptedException {
        List<Double> millis = new ArrayList<>();
        for (int count = 0; count < LISTS; count++) {
            long begin = System.nanoTime();
            client.call(
                    "/v1/job/list/job",
                    JsonNodeFactory.instance.objectNode().put("limit", 20).put("page", 1));
            millis.add((System.nanoTime() - begin) / 1e6);
        }
        return new Percentiles(millis).at(50);
    }

    private long unfinished() {
        Long count = jdbc.queryForObject(
                "select count(*) from job where is_initiator = true and status in ('waiting', 'running')", Long.class);
        return count == null ? 0 : count;
    }

    /** 0 where there is no {@code /proc}. */
    private static long files() throws IOException {
        Path open = Path.of("/proc/self/fd");
        if (!Files.isDirectory(open)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(open)) {
            return files.count();
        }
    }

    private double database() throws IOException {
        if (isPostgresql()) {
            Long bytes = jdbc.queryForObject("select pg_database_size(current_database())", Long.class);
            return bytes == null ? 0 : bytes;
        }
        try (Stream<Path> files = Files.walk(home.resolve("db"))) {
            return files.map(Path::toFile).mapToLong(File::length).sum();
        }
    }

    private boolean isPostgresql() {
        return Boolean.TRUE.equals(jdbc.execute((ConnectionCallback<Boolean>) SoakLook::isPostgresql));
    }

    private static boolean isPostgresql(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    }
}
