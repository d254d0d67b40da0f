package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import io.fateflow.tools.demo.DemoServer;
import io.fateflow.tools.demo.SiteProcesses;

/** {@code bench federation}: what it costs that parties are on sites of their own. */
@Command(
        name = "federation",
        mixinStandardHelpOptions = true,
        description = {
            "Runs jobs of three sites, each a server of its own on this machine, whose executors do nothing.",
            "",
            "First, an initiator that does nothing else reserves cores at all three and gives them back, again and again;"
                    + " then jobs do so as a part of their run. Afterwards the three databases are searched for what was not"
                    + " given back. The hand-over from component to component is measured with guest and host on"
                    + " two sites, and in turn with both on one. Times are milliseconds."
        })
public final class FederationBenchCommand implements Callable<Integer> {

    private static final int USUAL_PORT = 9380;
    private static final String PASSWORD = "only-for-this-bench";

    @Option(names = "--jobs", defaultValue = "1000", description = "of three sites; ${DEFAULT-VALUE} if left out")
    private int jobs;

    @Option(
            names = "--at-once",
            defaultValue = "16",
            description = "how many of them are not over; ${DEFAULT-VALUE} if left out")
    private int atOnce;

    @Option(
            names = "--gangs",
            defaultValue = "10000",
            description = "reservations without a run; ${DEFAULT-VALUE} if left out")
    private int gangs;

    @Option(
            names = "--megabytes",
            defaultValue = "256",
            description = "over the data channel; ${DEFAULT-VALUE} if left out")
    private int megabytes;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (BenchPlace folder = BenchPlace.make()) {
            Path place = folder.path();
            ObjectNode report = JsonNodeFactory.instance.objectNode();
            List<DemoServer> sites;
            try (SiteProcesses servers =
                    SiteProcesses.start(SiteProcesses.parties(), place, USUAL_PORT, PASSWORD, settings())) {
                sites = servers.servers();
                report.put("gangs", gangs)
                        .put("gangReservationsPerSecond", new GangBench(addresses(sites)).run(gangs, atOnce));
                BenchClient initiator = new BenchClient(sites.get(0).address(), BenchWait.RARE_LOOK);
                report.setAll(new FederationBench(initiator, jobs, atOnce).run());
                for (DemoServer site : sites) {
                    new BenchClient(site.address()).awaitIdle(PASSWORD);
                }
            }
            ObjectNode left = report.putObject("left");
            for (DemoServer site : sites) {
                left.set(site.home().getFileName().toString(), LeftBehind.in(site.home()));
            }
            report.set(
                    "channel", ChannelBenchCommand.run(Files.createDirectory(place.resolve("channel")), megabytes, 3));
            figures.show(report);
            return 0;
        }
    }

    private static Map<Long, URI> addresses(List<DemoServer> sites) {
        Map<Long, URI> addresses = new LinkedHashMap<>();
        sites.forEach(site -> site.parties().forEach(party -> addresses.put(party, site.address())));
        return addresses;
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>(BenchServer.idleExecutors(32));
        settings.put("fate.site.cores-per-node", "10000");
        return settings;
    }
}
