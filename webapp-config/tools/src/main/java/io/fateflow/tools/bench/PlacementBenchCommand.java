package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench placement}: how fast nodes are chosen, and how well. */
@Command(
        name = "placement",
        mixinStandardHelpOptions = true,
        description = {
            "Measures decisions on nodes: how many a second, with few and with many nodes, and while thousands wait; and what"
                    + " each policy makes of one mix of tasks, next to a bound that none can pass.",
            "",
            "Runs on an H2 file of its own, or on the database of --jdbc-url, which must be empty: rows are left in it."
        })
final class PlacementBenchCommand implements Callable<Integer> {

    @Option(names = "--waiting", paramLabel = "N", description = "how many attempts wait (${DEFAULT-VALUE})")
    private int waiting = 10_000;

    @Option(names = "--jdbc-url", paramLabel = "URL", description = "database, with user and password in the URL")
    private @Nullable String jdbcUrl;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException {
        try (BenchServer server = BenchServer.start(jdbcUrl, Map.of("fate.worker.enabled", false))) {
            ObjectNode report = new PlacementBench(
                            server.part(JdbcTemplate.class),
                            new TransactionTemplate(server.part(PlatformTransactionManager.class)))
                    .run(waiting);
            report.set("policies", new PolicyBench().run());
            figures.show(report);
            return 0;
        }
    }
}
