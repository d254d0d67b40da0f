package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import io.fateflow.webapp.camunda.BareProcess;

/** {@code bench compare}: the same jobs here, and at a FATE Flow of the reader's own. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the same jobs, with the real components, on a server of its own and at a FATE Flow that runs on this machine:"
                    + " the toy example, a chain, a fan-out, and many at once.",
            "",
            "The FATE Flow must serve its jobs on its own (standalone), and read files of this machine: two tables of 100 rows are"
                    + " uploaded to it. The table goes to the terminal, seconds by the clock of whoever waits."
        })
public final class CompareBenchCommand implements Callable<Integer> {

    @Option(names = "--fate-flow", paramLabel = "URL", description = "FATE Flow, such as http://127.0.0.1:9380")
    private @Nullable URI fateFlow;

    @Option(names = "--jdbc-url", paramLabel = "URL", description = "database, with user and password in the URL")
    private @Nullable String jdbcUrl;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "how often each job is run; the median counts; ${DEFAULT-VALUE} if left out")
    private int rounds;

    @Option(
            names = "--at-once",
            defaultValue = "50",
            description = "how many toy jobs are run at once; ${DEFAULT-VALUE} if left out")
    private int atOnce;

    @Option(names = "--chart", paramLabel = "FILE", description = "draw the seconds here, as SVG")
    private @Nullable Path chart;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        Map<String, Map<String, CompareBench.Result>> all = new LinkedHashMap<>();
        try (BenchPlace place = BenchPlace.make()) {
            Path data = place.path();
            try (BenchServer server = BenchServer.start(jdbcUrl, settings(data))) {
                all.put("this server", bench(server.port(), data).run());
                report.put("bareComponentsPerSecond", bare(server.part(BareProcess.class)));
            }
            if (fateFlow != null) {
                all.put("FATE Flow", new CompareBench(fateFlow, data, rounds, atOnce).run());
            }
        }
        figures.say(table(all));
        if (chart != null) {
            chart(all).write(chart);
        }
        all.forEach((who, results) -> {
            ObjectNode one = report.putObject(who);
            results.forEach((job, result) -> one.set(job, result.json()));
        });
        figures.show(report);
        return 0;
    }

    private CompareBench bench(int port, Path data) {
        return new CompareBench(URI.create("http://127.0.0.1:" + port), data, rounds, atOnce);
    }

    /** What the engine alone does, with as many external tasks. */
    private double bare(BareProcess process) {
        process.run(atOnce, 1, BenchJob.PARTIES);
        return atOnce / (process.run(atOnce, 1, BenchJob.PARTIES) / 1e9);
    }

    private static Map<String, Object> settings(Path data) {
        return Map.of("fate.site.cores-per-node", 10_000, "fate.upload.folders", data.toString());
    }

    static String table(Map<String, Map<String, CompareBench.Result>> all) {
        List<String> who = List.copyOf(all.keySet());
        StringBuilder table = new StringBuilder("| |");
        StringBuilder line = new StringBuilder("\n|---|");
        who.forEach(one -> {
            table.append(" %s: seconds | from component to component |".formatted(one));
            line.append("---:|---:|");
        });
        if (who.size() == 2) {
            table.append(" times as fast |");
            line.append("---:|");
        }
        table.append(line);
        of(all, who.get(0)).forEach((job, first) -> {
            table.append("\n| %s |".formatted(job));
            who.forEach(one -> table.append(of(of(all, one), job).cells()));
            if (who.size() == 2) {
                table.append(" %s |"
                        .formatted(Chart.shown(of(of(all, who.get(1)), job).seconds() / first.seconds())));
            }
        });
        return table.append('\n').toString();
    }

    static Chart chart(Map<String, Map<String, CompareBench.Result>> all) {
        List<Chart.Bars> groups = new ArrayList<>();
        all.values()
                .iterator()
                .next()
                .keySet()
                .forEach(job -> groups.add(new Chart.Bars(
                        job,
                        all.values().stream()
                                .map(results -> of(results, job).seconds())
                                .toList())));
        return new Chart("From submission to success").bars("s", List.copyOf(all.keySet()), groups);
    }

    private static <T> T of(Map<String, T> all, String name) {
        return Objects.requireNonNull(all.get(name), name);
    }
}
