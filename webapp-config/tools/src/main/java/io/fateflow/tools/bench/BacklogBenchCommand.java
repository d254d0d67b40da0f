package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.TaskQueries;

/** {@code bench backlog}: whether those that wait slow down those that don't. */
@Command(
        name = "backlog",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the admission of small jobs, first alone, then past thousands that wait for cores.",
            "",
            "Runs on an H2 file of its own, or on the database of --jdbc-url, which should be empty: tables and jobs are"
                    + " left in it. Times are milliseconds."
        })
final class BacklogBenchCommand implements Callable<Integer> {

    private static final int CORES = 100;
    private static final int DRAINED_CORES = 20;
    private static final int MOST_EXECUTORS = 24;
    private static final String HOLDING_MODULE = "DataStatistics";

    @Option(names = "--jobs", paramLabel = "N", description = "how many wait (${DEFAULT-VALUE})")
    private int waiting = 5_000;

    @Option(
            names = "--drain",
            description = "measure instead how busy 20 cores are while those are served that have waited for one job")
    private boolean drain;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "how long an executor runs, with --drain (${DEFAULT-VALUE})")
    private int seconds = 5;

    @Option(names = "--jdbc-url", paramLabel = "URL", description = "database, with user and password in the URL")
    private @Nullable String jdbcUrl;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (drain) {
            return drain();
        }
        try (BenchServer server = BenchServer.start(jdbcUrl, settings())) {
            ObjectNode report = new BacklogBench(
                            server.part(JobCommands.class),
                            server.part(JobQueries.class),
                            server.part(TaskQueries.class),
                            server.part(WriteCount.class))
                    .run(waiting, BenchJob.single(HOLDING_MODULE, 1), BenchJob.single("Reader", CORES / 2));
            figures.show(report);
            return 0;
        }
    }

    private int drain() throws IOException, InterruptedException {
        Map<String, Object> settings = settings(DRAINED_CORES);
        settings.put("fate.worker.commands[*].command", "sleep," + seconds);
        // all of them have waited too long soon after the first is served
        settings.put("fate.site.aging", "1m");
        try (BenchServer server = BenchServer.start(jdbcUrl, settings)) {
            ObjectNode report = new DrainBench(
                            server.part(JobCommands.class),
                            server.part(JobQueries.class),
                            server.part(JdbcTemplate.class),
                            DRAINED_CORES)
                    .run(waiting, BenchJob.single(HOLDING_MODULE, DRAINED_CORES / 2), BenchJob.single("Reader", 1));
            figures.show(report);
            return 0;
        }
    }

    private static Map<String, Object> settings() {
        Map<String, Object> settings = settings(CORES);
        // longer than it takes to make the backlog
        settings.put("fate.site.aging", "12h");
        return settings;
    }

    private static Map<String, Object> settings(int cores) {
        Map<String, Object> settings = new LinkedHashMap<>(BenchServer.idleExecutors(Math.min(cores, MOST_EXECUTORS)));
        settings.put("fate.site.cores-per-node", cores);
        settings.put("fate.worker.commands." + HOLDING_MODULE + ".command", "sleep,86400");
        settings.put("fate.worker.commands." + HOLDING_MODULE + ".pass-arguments", false);
        return settings;
    }
}
