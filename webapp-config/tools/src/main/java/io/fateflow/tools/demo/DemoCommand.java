package io.fateflow.tools.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import io.fateflow.webapp.Subcommand;

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
public final class DemoCommand implements Subcommand {

    private static final int USUAL_PORT = 9380;
    private static final int PASSWORD_BYTES = 9;
    private static final int TICKET_BYTES = 24;
    private static final Map<Long, String> PARTIES = SiteProcesses.parties();

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "where to keep data; FATE_HOME of the environment, or else a fresh temporary place")
    private @Nullable Path home;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "HTTP port, or the next free one; SERVER_PORT of the environment, or else 9380")
    private @Nullable Integer port;

    @Option(names = "--exit", description = "exit when the job has ended: with 0 if it succeeded, else with 1")
    private boolean exit;

    @Option(
            names = "--sites",
            paramLabel = "N",
            defaultValue = "1",
            description = "1: one server for all parties; 3: guest 9999, host 10000 and arbiter 10001 have a server,"
                    + " a database and ports each")
    private int sites;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--toy", description = "the toy example: two parties add up numbers; takes seconds")
    private boolean toy;

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (sites != 1 && sites != PARTIES.size()) {
            throw new ParameterException(
                    spec.commandLine(), "--sites is 1 or %d, not %d".formatted(PARTIES.size(), sites));
        }
        Optional<Path> kept = Optional.ofNullable(home)
                .or(() -> Optional.ofNullable(System.getenv("FATE_HOME")).map(Path::of));
        Path place = (kept.isPresent() ? kept.get() : Files.createTempDirectory("fate-flow-demo")).toAbsolutePath();
        boolean first = !Files.exists(place.resolve(sites == 1 ? "db" : "guest-9999"));
        String password = random(PASSWORD_BYTES);
        String ticket = random(TICKET_BYTES);
        out.println("Starting " + (sites == 1 ? "a server" : sites + " servers") + " in " + place + " ...");
        DemoServers servers = start(place, password, ticket, kept.isPresent());
        servers.servers().forEach(server -> {
            out.println("Board, logs you in once: " + server.address() + "/login#ticket=" + ticket);
            out.println("Cockpit: " + server.address() + "/camunda/app/cockpit");
        });
        out.println(
                first
                        ? "  user admin, password " + password
                        : "  with the account that was made when " + place + " was new");
        DemoScenario scenario = toy ? new ToyDemo(sites > 1) : new CreditDemo(unicode(), sites > 1);
        boolean success = new DemoSession(servers.servers(), out, Ansi.AUTO.enabled()).run(scenario);
        if (exit) {
            servers.close();
            if (kept.isEmpty()) {
                FileSystemUtils.deleteRecursively(place);
            }
            return success ? 0 : 1;
        }
        hints(servers.servers().get(0), scenario);
        return servers.stay();
    }

    private DemoServers start(Path place, String password, String ticket, boolean kept)
            throws IOException, InterruptedException {
        int from = port == null ? usualPort() : port;
        // in a temporary place nobody comes back to them
        Map<String, String> settings =
                Map.of("fate.worker.leave-executors", Boolean.toString(kept), SiteProcesses.TICKET, ticket);
        return sites == 1
                ? OneServer.start(place, from, password, settings)
                : SiteProcesses.start(PARTIES, place, from, password, settings);
    }

    private void hints(DemoServer server, DemoScenario scenario) throws IOException {
        Path example = Files.writeString(
                server.home().resolve("demo-job.json"), scenario.submission().toPrettyString());
        out.println();
        out.println("A job of your own, with DSL and conf in one file; this is the demo's, to be changed:");
        out.println("  curl -s " + server.address() + "/v1/job/submit -d @" + example);
        out.println("or with FATE's client:");
        out.println("  flow init --ip 127.0.0.1 --port " + server.address().getPort()
                + " && flow job submit -c conf.json -d dsl.json");
        out.println();
        out.println(sites == 1 ? "The server stays up until Ctrl-C." : "The servers stay up until Ctrl-C.");
    }

    /** As {@code serve} takes it from the environment. */
    private int usualPort() {
        String given = System.getenv("SERVER_PORT");
        if (given == null) {
            return USUAL_PORT;
        }
        try {
            return Integer.parseInt(given.strip());
        } catch (NumberFormatException e) {
            throw new ParameterException(spec.commandLine(), "SERVER_PORT in the environment is no port: " + given, e);
        }
    }

    /** Whether what is printed reaches the terminal as it is. */
    private static boolean unicode() {
        String encoding = System.getProperty("sun.stdout.encoding", System.getProperty("native.encoding", ""));
        return encoding.equalsIgnoreCase("UTF-8");
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
