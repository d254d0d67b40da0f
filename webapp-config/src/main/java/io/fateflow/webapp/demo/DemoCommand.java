package io.fateflow.webapp.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

import io.fateflow.webapp.Server;

/** {@code demo}: from nothing to a finished federated job, in a minute. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Starts a server, uploads two tables, runs a job on them and shows it: a lender and a bank learn who will"
                    + " default, and neither shows its data.",
            "",
            "Nothing needs to be installed. The server stays up for you to look at until Ctrl-C; with --exit it"
                    + " ends with the job, and leaves nothing behind unless --home is given."
        })
public final class DemoCommand implements Callable<Integer> {

    private static final int USUAL_PORT = 9380;
    private static final int PORTS_TRIED = 20;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "where to keep data; a fresh temporary place if left out")
    private @Nullable Path home;

    @Option(names = "--port", paramLabel = "PORT", description = "HTTP port; 9380 or the next free one if left out")
    private @Nullable Integer port;

    @Option(names = "--exit", description = "exit when the job has ended: with 0 if it succeeded, else with 1")
    private boolean exit;

    @Option(names = "--toy", description = "the toy example: two parties add up numbers; takes seconds")
    private boolean toy;

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path place = home == null ? Files.createTempDirectory("fate-flow-demo") : home;
        boolean first = !Files.exists(place.resolve("db"));
        String password = password();
        out.println("Starting a server in " + place + " ...");
        Server server = Server.start(Map.of(
                "fate.home",
                place,
                "server.port",
                port == null ? freePort() : port,
                "fate.admin.password",
                password,
                "logging.threshold.console",
                "warn"));
        URI address = URI.create("http://127.0.0.1:" + server.port());
        DemoScenario scenario = toy ? new ToyDemo() : new CreditDemo(unicode());
        boolean success = new DemoSession(address, place.toAbsolutePath(), out, Ansi.AUTO.enabled()).run(scenario);
        out.println(
                first
                        ? "  user admin, password " + password
                        : "  with the account that was made when " + place + " was new");
        if (exit) {
            server.close();
            if (home == null) {
                FileSystemUtils.deleteRecursively(place);
            }
            return success ? 0 : 1;
        }
        Path example = Files.writeString(
                place.toAbsolutePath().resolve("demo-job.json"),
                scenario.submission().toPrettyString());
        out.println();
        out.println("A job of your own, with DSL and conf in one file; this is the demo's, to be changed:");
        out.println("  curl -s " + address + "/v1/job/submit -d @" + example);
        out.println("or with FATE's client:");
        out.println(
                "  flow init --ip 127.0.0.1 --port " + server.port() + " && flow job submit -c conf.json -d dsl.json");
        out.println();
        out.println("The server stays up until Ctrl-C.");
        return Server.STAYS_UP;
    }

    /** Whether what is printed reaches the terminal as it is. */
    private static boolean unicode() {
        String encoding = System.getProperty("sun.stdout.encoding", System.getProperty("native.encoding", ""));
        return encoding.equalsIgnoreCase("UTF-8");
    }

    private static String password() {
        byte[] random = new byte[9];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private static int freePort() throws IOException {
        for (int candidate = USUAL_PORT; candidate < USUAL_PORT + PORTS_TRIED; candidate++) {
            try (ServerSocket probe = new ServerSocket(candidate, 1, InetAddress.getLoopbackAddress())) {
                return probe.getLocalPort();
            } catch (IOException taken) {
                // the next one
            }
        }
        throw new IOException("No port from " + USUAL_PORT + " to " + (USUAL_PORT + PORTS_TRIED - 1)
                + " is free; say which to use with --port");
    }
}
