package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.TaskQueries;
import io.fateflow.webapp.Subcommand;
import io.fateflow.webapp.camunda.BareProcess;

/** {@code bench}: the figures that tell whether scheduling is fast here. */
@Command(
        name = "bench",
        subcommands = {
            BacklogBenchCommand.class,
            PlacementBenchCommand.class,
            CryptoBenchCommand.class,
            TreesBenchCommand.class,
            LearningBenchCommand.class,
            FederationBenchCommand.class,
            ApiBenchCommand.class,
            PagesBenchCommand.class,
            ChannelBenchCommand.class,
            AtRestBenchCommand.class,
            CompareBenchCommand.class,
            ExecutorsBenchCommand.class,
            SoakBenchCommand.class,
            ScaleBenchCommand.class,
            ChannelBenchReceiver.class,
            ChannelBenchSender.class,
            PollingClientsProcess.class
        },
        mixinStandardHelpOptions = true,
        description = {
            "Measures scheduling on this machine: two parties, executors that do nothing.",
            "",
            "Runs on an H2 file of its own, or on the database of --jdbc-url, which should be empty: tables and jobs are"
                    + " left in it. Times are milliseconds."
        })
public final class BenchCommand implements Subcommand {

    @Option(names = "--jdbc-url", paramLabel = "URL", description = "database, with user and password in the URL")
    private @Nullable String jdbcUrl;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        try (BenchServer server = BenchServer.start(jdbcUrl, settings())) {
            double startSeconds = (System.nanoTime() - begin) / 1e9;
            long rss = Memory.settledRss();
            ObjectNode report = new Bench(
                            server.part(JobCommands.class),
                            server.part(JobQueries.class),
                            server.part(TaskQueries.class),
                            server.part(BareProcess.class),
                            server.part(WriteCount.class))
                    .run();
            report.put("startSeconds", startSeconds);
            report.put("rssMegabytes", rss);
            figures.show(report);
            return 0;
        }
    }

    private static Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>(BenchServer.idleExecutors(32));
        settings.put("fate.site.cores-per-node", 10_000);
        return settings;
    }
}
