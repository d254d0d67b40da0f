package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench executors}: what an attempt waits for before its component's code runs. */
@Command(
        name = "executors",
        mixinStandardHelpOptions = true,
        description = {
            "Starts Java executors as a worker does, without a server, in turn: one that is started for its attempt, and one that has waited"
                    + " for it; next to a JVM that runs nothing.",
            "",
            "The component uploads a table of two rows. Times are milliseconds; processor time has all that an executor did before its"
                    + " attempt, too. Executors wait only on a machine that has an idle core."
        })
public final class ExecutorsBenchCommand implements Callable<Integer> {

    @Option(names = "--rounds", defaultValue = "20", description = "${DEFAULT-VALUE} if left out")
    private int rounds;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (BenchPlace place = BenchPlace.make();
                ExecutorsBench bench = new ExecutorsBench(place.path())) {
            figures.show(run(bench, rounds));
            return 0;
        }
    }

    /** The first round does not count. */
    static ObjectNode run(ExecutorsBench bench, int rounds) throws IOException, InterruptedException {
        bench.awaitArchive();
        List<Double> bare = new ArrayList<>();
        List<ExecutorsBench.Attempt> started = new ArrayList<>();
        List<ExecutorsBench.Attempt> waited = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            double jvm = bench.bareJvm();
            ExecutorsBench.Attempt one = bench.started();
            Optional<ExecutorsBench.Attempt> other = bench.waited();
            if (round > 0) {
                bare.add(jvm);
                started.add(one);
                other.ifPresent(waited::add);
            }
        }
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.set("bareJvmMillis", new Percentiles(bare).json(50, 95));
        report.set("startedForItsAttempt", ExecutorsBench.Attempt.json(started));
        if (!waited.isEmpty()) {
            report.set("waitedForItsAttempt", ExecutorsBench.Attempt.json(waited));
        }
        return report;
    }
}
