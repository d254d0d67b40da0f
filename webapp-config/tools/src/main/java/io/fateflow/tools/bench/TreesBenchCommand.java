package io.fateflow.tools.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import static java.util.Objects.requireNonNull;

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
                    + " CPU seconds and greatest memory of each.",
            "",
            "With --fate-python a FATE installation's own component grows the same trees of the same tables after that:"
                    + " seconds and CPU seconds of a further tree, and how far the two models are from each other."
        })
public final class TreesBenchCommand implements Callable<Integer> {

    private static final String PROVIDER = "fate.worker.providers[0]";
    private static final String FATE = "fate@bench";

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

    @Option(
            names = "--fate-python",
            paramLabel = "HOME",
            description = "FATE's Python, the directory with federatedml and fate_arch")
    private @Nullable Path fateHome;

    @Option(
            names = "--python",
            paramLabel = "FILE",
            defaultValue = "python3",
            description = "the Python that runs it; default ${DEFAULT-VALUE}")
    private String python = "python3";

    @Option(
            names = "--python-environment",
            paramLabel = "NAME=VALUE",
            description = "what that Python needs in its environment besides")
    private Map<String, String> pythonEnvironment = Map.of();

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        Path fate = fateHome;
        figures.show(fate != null ? besideFate(fate) : executors ? inExecutors() : inThisProcess());
        return 0;
    }

    private ObjectNode besideFate(Path home) throws IOException, InterruptedException {
        if (!Files.isDirectory(home.resolve("federatedml")) || trees < 2) {
            throw new ParameterException(
                    requireNonNull(spec).commandLine(),
                    trees < 2
                            ? "--trees must be 2 at least: the figures are those of a further tree"
                            : "--fate-python: no federatedml in " + home.toAbsolutePath());
        }
        Map<String, Object> settings = new HashMap<>();
        settings.put(PROVIDER + ".name", FATE);
        settings.put(PROVIDER + ".home", home.toAbsolutePath());
        settings.put(PROVIDER + ".python", python);
        pythonEnvironment.forEach((name, value) -> settings.put(PROVIDER + ".environment[" + name + "]", value));
        try (BenchServer server = BenchServer.start(null, settings)) {
            return TreesBesideFate.of(server, FATE).run(rows, columns, trees);
        }
    }

    private ObjectNode inExecutors() throws IOException, InterruptedException {
        try (BenchServer server = BenchServer.start(null, Map.of())) {
            return LearningBench.of(server).trees(rows, columns, trees);
        }
    }

    private ObjectNode inThisProcess() throws IOException, InterruptedException, ExecutionException {
        try (BenchPlace place = BenchPlace.make()) {
            return new TreesBench(place.path(), rows, columns, trees).run();
        }
    }
}
