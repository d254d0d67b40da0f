package io.fateflow.tools.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench trees}: the figures that tell whether boosted trees are fast here. */
@Command(
        name = "trees",
        mixinStandardHelpOptions = true,
        description = {
            "Measures trees of HeteroSecureBoost on this machine, guest and host in one process.",
            "",
            "Seconds and CPU seconds of a tree stand next to those of the big-number operations that it cannot do"
                    + " without, each timed alone in the same run.",
            "",
            "With --executors a server of the bench's own runs a job, each party in a process of its own: seconds,"
                    + " CPU seconds and greatest memory of each."
        })
public final class TreesBenchCommand implements Callable<Integer> {

    @Option(names = "--rows", paramLabel = "N", defaultValue = "20000", description = "default ${DEFAULT-VALUE}")
    private int rows;

    @Option(
            names = "--columns",
            paramLabel = "N",
            defaultValue = "10",
            description = "of each party; default ${DEFAULT-VALUE}")
    private int columns;

    @Option(names = "--trees", paramLabel = "N", defaultValue = "2", description = "default ${DEFAULT-VALUE}")
    private int trees;

    @Option(names = "--executors", description = "as a real job, with a process for each party")
    private boolean executors;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        figures.show(executors ? inExecutors() : inThisProcess());
        return 0;
    }

    private ObjectNode inExecutors() throws IOException, InterruptedException {
        try (BenchServer server = BenchServer.start(null, Map.of())) {
            return LearningBench.of(server).trees(rows, columns, trees);
        }
    }

    private ObjectNode inThisProcess() throws IOException, InterruptedException, ExecutionException {
        Path directory = Files.createTempDirectory("fate-bench-trees");
        try {
            return new TreesBench(directory, rows, columns, trees).run();
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
