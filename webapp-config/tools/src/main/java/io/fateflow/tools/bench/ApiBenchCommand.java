package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench api}: how calls are answered by a server that has seen many jobs. */
@Command(
        name = "api",
        mixinStandardHelpOptions = true,
        description = {
            "Stores many jobs, then measures calls next to one that does nothing, and the hand-over of jobs while others poll.",
            "",
            "Clients that are measured are threads of the server's process, those that poll a process of their own, on the same cores. Times are milliseconds. With --jdbc-url the"
                    + " jobs stay in that database."
        })
public final class ApiBenchCommand implements Callable<Integer> {

    @Option(
            names = "--jobs",
            defaultValue = "100000",
            description = "how many are stored; ${DEFAULT-VALUE} if left out")
    private int jobs;

    @Option(names = "--pollers", defaultValue = "200", description = "how many poll; ${DEFAULT-VALUE} if left out")
    private int pollers;

    @Option(names = "--jdbc-url", paramLabel = "URL", description = "database, with user and password in the URL")
    private @Nullable String jdbcUrl;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (BenchServer server = BenchServer.start(jdbcUrl, settings())) {
            ApiBench bench = new ApiBench(URI.create("http://127.0.0.1:" + server.port()));
            StoredJobs stored = new StoredJobs(server.part(JdbcTemplate.class), server.part(TransactionTemplate.class));
            long begin = System.nanoTime();
            List<String> ids = stored.copy(bench.oneJob(), jobs);
            double seconds = (System.nanoTime() - begin) / 1e9;
            ObjectNode report = bench.run(ids, pollers, BenchServer.PASSWORD);
            report.put("jobsStored", ids.size()).put("secondsToStoreThem", seconds);
            figures.show(report);
            return 0;
        }
    }

    private static Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>(BenchServer.idleExecutors(32));
        settings.put("fate.site.cores-per-node", 100_000);
        return settings;
    }
}
