package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench learning}: what real components take. */
@Command(
        name = "learning",
        mixinStandardHelpOptions = true,
        description = {
            "Runs real jobs of guest, host and arbiter on made-up data, all three on this machine: a wide table through"
                    + " DataTransform and Intersection, and iterations of hetero LR with a key of 1024 bits.",
            "",
            "Memory is that of one executor process, the whole of it; its heap is limited to 1 GiB."
        })
public final class LearningBenchCommand implements Callable<Integer> {

    private static final int SMALL_ROWS = 569;
    private static final int SMALL_ITERATIONS = 10;

    @Option(names = "--rows", defaultValue = "1000000", description = "of the wide table; ${DEFAULT-VALUE} if left out")
    private int rows;

    @Option(
            names = "--lr-rows",
            defaultValue = "100000",
            description = "of the large hetero LR; ${DEFAULT-VALUE} if left out")
    private int lrRows;

    @Option(names = "--lr-iterations", defaultValue = "2", description = "of it; ${DEFAULT-VALUE} if left out")
    private int lrIterations;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (BenchServer server = BenchServer.start(null, Map.of())) {
            LearningBench bench = LearningBench.of(server);
            ObjectNode report = JsonNodeFactory.instance.objectNode();
            report.set("heteroLrSmall", bench.regression(SMALL_ROWS, SMALL_ITERATIONS));
            report.set("heteroLrLarge", bench.regression(lrRows, lrIterations));
            report.set("intersection", bench.intersection(rows));
            figures.show(report);
            return 0;
        }
    }
}
