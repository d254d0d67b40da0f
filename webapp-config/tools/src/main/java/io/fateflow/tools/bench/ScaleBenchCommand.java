package io.fateflow.tools.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import io.fateflow.database.embedded.InPlaceTables;

/** {@code bench scale}: what grows with servers, workers and partners, on one PostgreSQL. */
@Command(
        name = "scale",
        mixinStandardHelpOptions = true,
        description = {
            "Runs jobs of five components at two parties, whose executors do nothing, with one, two and four servers on one"
                    + " PostgreSQL, with workers beside one server, and with more and more partner sites.",
            "",
            "All processes are on this machine and share its cores: more servers make no more jobs here. What tells how far"
                    + " they get on machines of their own is what a job costs each of them."
        })
final class ScaleBenchCommand implements Callable<Integer> {

    @Option(
            names = "--jdbc-url",
            paramLabel = "URL",
            required = true,
            description = "of an empty PostgreSQL database, with user and password in the URL; jobs are left in it")
    private String jdbcUrl = "";

    @Option(
            names = "--partners-jdbc-url",
            paramLabel = "URL",
            description = "of another empty one, for the partners; an H2 file of their own if left out")
    private @Nullable String partnersUrl;

    @Option(
            names = "--servers",
            split = ",",
            defaultValue = "1,2,4",
            description = "each with a worker of its own; ${DEFAULT-VALUE} if left out")
    private List<Integer> servers = List.of();

    @Option(
            names = "--workers",
            split = ",",
            defaultValue = "1,4,16",
            description = "processes beside one server; ${DEFAULT-VALUE} if left out")
    private List<Integer> workers = List.of();

    @Option(
            names = "--partners",
            split = ",",
            defaultValue = "1,10,100",
            description = "sites, or 0 for none; ${DEFAULT-VALUE} if left out")
    private List<Integer> partners = List.of();

    @Option(
            names = "--clients",
            defaultValue = "32",
            description = "how many jobs are under way; ${DEFAULT-VALUE} if left out")
    private int clients;

    @Option(
            names = "--seconds",
            defaultValue = "30",
            description = "how long jobs are begun in each arrangement; ${DEFAULT-VALUE} if left out")
    private int seconds;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (BenchPlace folder = BenchPlace.make()) {
            Path place = folder.path();
            ScaleBench bench = new ScaleBench(
                    place, jdbcUrl, Duration.ofSeconds(seconds), clients, seen -> figures.say(seen.toString()));
            ObjectNode report = JsonNodeFactory.instance.objectNode();
            report.put("cores", Runtime.getRuntime().availableProcessors());
            report.set("site", bench.site(servers, workers));
            String embedded = "jdbc:h2:async:" + place.resolve("partners") + ";WRITE_DELAY=0;LOCK_TIMEOUT=5000"
                    + InPlaceTables.OPTION;
            if (!partners.equals(List.of(0))) {
                report.set("partners", bench.partners(partners, partnersUrl == null ? embedded : partnersUrl));
            }
            figures.show(report);
            return 0;
        }
    }
}
