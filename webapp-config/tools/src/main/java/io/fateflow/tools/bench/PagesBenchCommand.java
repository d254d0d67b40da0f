package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import io.fateflow.tools.demo.DemoServer;
import io.fateflow.tools.demo.SiteProcesses;

/** {@code bench pages}: what it costs that people look on. */
@Command(
        name = "pages",
        mixinStandardHelpOptions = true,
        description = {
            "Runs jobs whose executors do nothing, with and without open pages of the board, in turn.",
            "",
            "The pages are played by this process, on the same cores as the server: real browsers are elsewhere. Times are"
                    + " milliseconds."
        })
public final class PagesBenchCommand implements Callable<Integer> {

    private static final int USUAL_PORT = 9380;
    private static final String PASSWORD = "only-for-this-bench";

    @Option(names = "--pages", defaultValue = "200", description = "how many; ${DEFAULT-VALUE} if left out")
    private int pages;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (BenchPlace place = BenchPlace.make();
                SiteProcesses servers =
                        SiteProcesses.start(Map.of(9999L, "guest"), place.path(), USUAL_PORT, PASSWORD, settings())) {
            DemoServer server = servers.servers().get(0);
            figures.show(new PagesBench(server.address(), servers.process(server)).run(pages, PASSWORD));
            return 0;
        }
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>(BenchServer.idleExecutors(32));
        settings.put("fate.site.cores-per-node", "10000");
        settings.put("fate.worker.commands." + BenchJob.SLOW + ".command[0]", "sleep");
        settings.put("fate.worker.commands." + BenchJob.SLOW + ".command[1]", "1");
        settings.put("fate.worker.commands." + BenchJob.SLOW + ".pass-arguments", "false");
        return settings;
    }
}
