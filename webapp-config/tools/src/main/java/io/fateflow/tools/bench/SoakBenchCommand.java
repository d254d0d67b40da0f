package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.operations.query.JobQueries;

import static java.util.stream.Collectors.joining;

/** {@code bench soak}: whether a server after hours of work is the server that it was. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how many jobs a second this installation does, then gives it a share of that for hours, and looks"
                    + " again and again at hand-over, heap, threads, open files, the database's size and a list's time.",
            "",
            "Each look is shown, and written to the files, when it is over. Executors do nothing. The heap is what is left after"
                    + " a collection; the table at the end shows the first look and the last one."
        })
public final class SoakBenchCommand implements Callable<Integer> {

    @Option(names = "--hours", defaultValue = "8", description = "how long; ${DEFAULT-VALUE} if left out")
    private double hours;

    @Option(
            names = "--share",
            defaultValue = "70",
            description = "percent of what it can do at most; ${DEFAULT-VALUE} if left out")
    private int share;

    @Option(
            names = "--looks",
            defaultValue = "48",
            description = "how many, besides the one at the start; ${DEFAULT-VALUE} if left out")
    private int looks;

    @Option(
            names = "--stored-jobs",
            defaultValue = "0",
            description = "how many jobs of the past there are at the start; ${DEFAULT-VALUE} if left out")
    private int stored;

    @Option(names = "--jdbc-url", paramLabel = "URL", description = "database, with user and password in the URL")
    private @Nullable String jdbcUrl;

    @Option(names = "--chart", paramLabel = "FILE", description = "draw what was seen here, as SVG")
    private @Nullable Path chart;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Duration whole = Duration.ofMillis((long) (hours * 3_600_000));
        try (BenchServer server = BenchServer.start(jdbcUrl, settings())) {
            BenchClient client = new BenchClient(URI.create("http://127.0.0.1:" + server.port()));
            SoakLook look = new SoakLook(client, server.part(JdbcTemplate.class), server.home());
            SoakBench bench = new SoakBench(server.part(JobCommands.class), server.part(JobQueries.class), look);
            double capacity = bench.jobsPerSecond();
            if (stored > 0) {
                new StoredJobs(server.part(JdbcTemplate.class), server.part(TransactionTemplate.class))
                        .copy(bench.oneJob(), stored);
            }
            double rate = capacity * share / 100;
            figures.say("%s jobs a second at most; for %s hours it gets %s a second now"
                    .formatted(Chart.shown(capacity), Chart.shown(hours), Chart.shown(rate)));
            ObjectNode report = JsonNodeFactory.instance
                    .objectNode()
                    .put("jobsPerSecondAtMost", capacity)
                    .put("jobsPerSecond", rate)
                    .put("jobsStored", stored);
            List<SoakLook.Seen> seen = new ArrayList<>();
            bench.run(rate, whole, looks, last -> {
                seen.add(last);
                report.withArray("looks").addPOJO(last);
                figures.say(line(last));
                figures.keep(report);
                if (chart != null) {
                    chart(seen).write(chart);
                }
            });
            figures.say("\n" + table(seen));
            figures.show(report);
            return 0;
        }
    }

    private static Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>(BenchServer.idleExecutors(32));
        settings.put("fate.site.cores-per-node", 10_000);
        return settings;
    }

    static String line(SoakLook.Seen look) {
        return SoakLook.Figure.all().stream()
                .map(figure -> "%s %s %s"
                        .formatted(figure.name(), Chart.shown(figure.of().applyAsDouble(look)), figure.unit())
                        .strip())
                .collect(joining(", ", Chart.shown(look.hours()) + " h: ", ""));
    }

    static String table(List<SoakLook.Seen> seen) {
        SoakLook.Seen first = seen.get(0);
        SoakLook.Seen last = seen.get(seen.size() - 1);
        StringBuilder table = new StringBuilder(
                "| | at the start | after %s h | times |\n|---|---:|---:|---:|\n".formatted(Chart.shown(last.hours())));
        SoakLook.Figure.all()
                .forEach(figure -> table.append("| %s, %s | %s | %s | %s |\n"
                        .formatted(
                                figure.name(),
                                figure.unit(),
                                Chart.shown(figure.of().applyAsDouble(first)),
                                Chart.shown(figure.of().applyAsDouble(last)),
                                Chart.shown(figure.of().applyAsDouble(last)
                                        / Math.max(1e-9, figure.of().applyAsDouble(first))))));
        return table.toString();
    }

    static Chart chart(List<SoakLook.Seen> seen) {
        List<Double> hours = seen.stream().map(SoakLook.Seen::hours).toList();
        Chart chart = new Chart("%s hours of work".formatted(Chart.shown(hours.get(hours.size() - 1))));
        SoakLook.Figure.all()
                .forEach(figure -> chart.line(
                        figure.name(),
                        figure.unit(),
                        hours,
                        seen.stream().map(figure.of()::applyAsDouble).toList()));
        return chart;
    }
}
