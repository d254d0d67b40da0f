package io.fateflow.tools.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

import io.fateflow.tools.program.ServerProcess;

/**
 * Three sites on this machine, each a server of its own: its process, its database, its ports, and routes to the others.
 * They end with this process, however it ends.
 */
public final class SiteProcesses implements DemoServers {

    /** Of the link that logs the administrator in. */
    static final String TICKET = "fate.admin.ticket";

    private static final int USUAL_GRPC_PORT = 9360;

    /**
     * Without the compiler that takes long. Three servers on two cores did 3.4 jobs of three sites a second so, and 1.6 with it,
     * in the first 150 jobs, and the demo was over after 52 seconds instead of 87; with it they are ahead after some 900 jobs, which
     * few of these servers see. Java then reserves 48 MB for compiled code, and interprets what comes when that is full.
     */
    private static final List<String> WITHOUT_LONG_COMPILATION =
            List.of("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=128m");

    private final Map<ServerProcess, DemoServer> servers = new LinkedHashMap<>();

    private SiteProcesses() {}

    /** The usual three, by party id, with what each is; the initiator first. */
    public static Map<Long, String> parties() {
        Map<Long, String> parties = new LinkedHashMap<>();
        parties.put(9999L, "guest");
        parties.put(10000L, "host");
        parties.put(10001L, "arbiter");
        return parties;
    }

    /**
     * Starts them and returns when all answer.
     *
     * @param roles what each party is, for the names of their homes
     * @param port where to look for free ports
     * @param more settings of each
     */
    public static SiteProcesses start(
            Map<Long, String> roles, Path place, int port, String password, Map<String, String> more)
            throws IOException, InterruptedException {
        Map<Long, Site> sites = new LinkedHashMap<>();
        FreePorts ports = new FreePorts();
        for (Map.Entry<Long, String> role : roles.entrySet()) {
            Path home = place.toAbsolutePath().resolve(role.getValue() + "-" + role.getKey());
            sites.put(role.getKey(), new Site(home, ports.from(port), ports.from(USUAL_GRPC_PORT)));
        }
        SiteProcesses processes = new SiteProcesses();
        try {
            for (Map.Entry<Long, Site> site : sites.entrySet()) {
                processes.start(site.getKey(), site.getValue(), sites, password, more);
            }
            for (ServerProcess server : processes.servers.keySet()) {
                server.awaitAnswer();
            }
            return processes;
        } catch (IOException | InterruptedException | RuntimeException e) {
            processes.close();
            throw e;
        }
    }

    private record Site(Path home, int httpPort, int grpcPort) {}

    @Override
    public List<DemoServer> servers() {
        return List.copyOf(servers.values());
    }

    /** The process of one of them. */
    public ProcessHandle process(DemoServer server) {
        return servers.entrySet().stream()
                .filter(entry -> entry.getValue().equals(server))
                .map(entry -> entry.getKey().handle())
                .findFirst()
                .orElseThrow();
    }

    @Override
    public int stay() throws InterruptedException {
        for (ServerProcess server : servers.keySet()) {
            server.awaitEnd();
        }
        return 0;
    }

    private void start(long party, Site site, Map<Long, Site> all, String password, Map<String, String> more)
            throws IOException {
        Properties settings = settings(party, site, all);
        Map<String, String> open = new LinkedHashMap<>(more);
        String ticket = open.remove(TICKET);
        settings.putAll(open);
        Map<String, String> secrets = new LinkedHashMap<>(Map.of("FATE_ADMIN_PASSWORD", password));
        if (ticket != null) {
            secrets.put("FATE_ADMIN_TICKET", ticket);
        }
        List<String> jvmOptions =
                Runtime.getRuntime().availableProcessors() < 2 * all.size() ? WITHOUT_LONG_COMPILATION : List.of();
        ServerProcess process =
                ServerProcess.start(site.home(), site.httpPort(), settings, secrets, jvmOptions.toArray(String[]::new));
        servers.put(process, new DemoServer(Set.of(party), process.address(), site.home()));
    }

    private static Properties settings(long party, Site site, Map<Long, Site> all) {
        Properties settings = new Properties();
        settings.setProperty(
                "fate.upload.folders", site.home().resolve(DemoServer.UPLOADS).toString());
        settings.setProperty("logging.threshold.console", "warn");
        String federation = "fate.federation.";
        settings.setProperty(federation + "enabled", "true");
        settings.setProperty(federation + "party-id", Long.toString(party));
        settings.setProperty(federation + "grpc.enabled", "true");
        settings.setProperty(federation + "grpc.port", Integer.toString(site.grpcPort()));
        all.forEach((other, there) -> {
            if (other != party) {
                String route = federation + "routes." + other + ".";
                settings.setProperty(route + "protocol", "grpc");
                settings.setProperty(route + "host", "127.0.0.1");
                settings.setProperty(route + "http-port", Integer.toString(there.httpPort()));
                settings.setProperty(route + "grpc-port", Integer.toString(there.grpcPort()));
            }
        });
        return settings;
    }

    @Override
    public void close() {
        ServerProcess.end(servers.keySet());
    }
}
