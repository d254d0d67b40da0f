package io.fateflow.webapp.doctor;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.Site;
import io.fateflow.client.profile.ProfileException;
import io.fateflow.client.profile.Profiles;
import io.fateflow.client.profile.Profiles.Choice;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.webapp.ClosedServer;
import io.fateflow.webapp.Server;
import io.fateflow.webapp.Subcommand;
import io.fateflow.webapp.security.OpenAccess;

/** {@code doctor}: whether anything is lost or stuck, and its repair. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        exitCodeOnExecutionException = 2,
        description = {
            "Looks whether anything of a site is lost, stuck, or waits for an operator, and says what to do.",
            "",
            "Asks the running server, with the account of an administrator or of monitoring; with --offline it opens"
                    + " the database of a server that is down. A busy site is not disturbed."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all is well", "1:there are findings", "2:it could not look"},
        footer = "The password is read from --password-file, or from the environment variable " + DoctorCommand.PASSWORD
                + ".")
public final class DoctorCommand implements Subcommand {

    static final String PASSWORD = "FATE_FLOW_PASSWORD";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Who is down needs no finding that says so. */
    private static final Set<Rule> MISSING_OFFLINE =
            Set.of(Rule.NO_WORKER, Rule.ENGINE_STANDS_STILL, Rule.WORKER_TROUBLE);

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "a server of the profiles file, with the login of its secrets; instead of the three below")
    private @Nullable String profile;

    @Option(names = "--server", paramLabel = "URL", description = "the server (${DEFAULT-VALUE})")
    private URI server = URI.create("http://127.0.0.1:9380");

    @Option(names = "--user", paramLabel = "USER", description = "an account of the server (${DEFAULT-VALUE})")
    private String user = "admin";

    @Option(names = "--password-file", paramLabel = "FILE", description = "a file whose first line is the password")
    private @Nullable Path passwordFile;

    @Option(names = "--repair", description = "repair what can be repaired, then look again")
    private boolean repair;

    @Option(names = "--json", description = "print the findings as JSON")
    private boolean asJson;

    @Option(names = "--offline", description = "look into the database itself; no server may run on it")
    private boolean offline;

    @Option(names = "--home", paramLabel = "DIR", description = "with --offline: the server's home directory")
    private @Nullable Path home;

    private final PrintStream out;
    private final Map<String, String> environment;

    public DoctorCommand() {
        this(System.out, System.getenv());
    }

    DoctorCommand(PrintStream out, Map<String, String> environment) {
        this.out = out;
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        JsonNode answer = offline ? openDatabase() : askServer();
        JsonNode findings = answer.path("findings");
        if (asJson) {
            out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(answer));
        } else {
            DoctorReport report = new DoctorReport(out);
            report.repaired(answer.path("repaired"));
            report.found(findings);
            report.notes(answer.path("notes"));
        }
        return findings.isEmpty() ? 0 : 1;
    }

    private JsonNode openDatabase() throws InterruptedException {
        if (home != null && !Files.isDirectory(home)) {
            // a new and empty one would be found sound
            throw wrong("--home %s is not there: give the home directory of the server that is down".formatted(home));
        }
        try (Server closed = Server.start(ClosedServer.settings(home))) {
            SiteDoctor doctor = closed.part(SiteDoctor.class);
            ObjectNode answer = JSON.createObjectNode();
            if (repair) {
                answer.set("repaired", FindingJson.of(doctor.repair(List.of())));
            }
            answer.set(
                    "notes",
                    FindingJson.notes(
                            closed.part(OpenAccess.class),
                            closed.part(TrustedExecutors.class),
                            closed.part(AtRestChecks.class)));
            return answer.set(
                    "findings",
                    FindingJson.of(doctor.look().stream()
                            .filter(finding -> !MISSING_OFFLINE.contains(finding.rule()))
                            .toList()));
        }
    }

    private JsonNode askProfile(String name) throws IOException, InterruptedException {
        try {
            Profiles profiles = Profiles.ofUser(environment, Path.of(System.getProperty("user.home", ".")));
            Site site = FateFlowClient.to(profiles.choose(new Choice(name, null, null)))
                    .site();
            return repair ? site.repair() : site.findings();
        } catch (ProfileException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private JsonNode askServer() throws IOException, InterruptedException {
        if (profile != null) {
            return askProfile(profile);
        }
        requireSafe();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        server.resolve(repair ? "/v1/doctor/repair" : "/v1/doctor"))
                .timeout(PATIENCE)
                .header("Authorization", "Basic " + login());
        if (repair) {
            request.header("Content-Type", "application/json").POST(BodyPublishers.ofString("{\"findings\": []}"));
        }
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
        JsonNode body = JSON.readTree(answer.body());
        if (answer.statusCode() != 200 || body.path("retcode").asInt(-1) != 0) {
            throw new IOException("the server answered %d: %s"
                    .formatted(answer.statusCode(), body.path("retmsg").asText(answer.body())));
        }
        return body.path("data");
    }

    private String login() throws IOException {
        String pair = user + ":" + password();
        return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private String password() throws IOException {
        if (passwordFile != null) {
            return Files.readString(passwordFile).lines().findFirst().orElse("");
        }
        return Optional.ofNullable(environment.get(PASSWORD))
                .orElseThrow(() -> wrong("there is no password: give --password-file, or set " + PASSWORD));
    }

    private void requireSafe() throws IOException {
        boolean http = "http".equals(server.getScheme());
        if (server.getHost() == null || !(http || "https".equals(server.getScheme()))) {
            throw wrong("--server must be a URL such as https://fate.example:9380");
        }
        if (http && !InetAddress.getByName(server.getHost()).isLoopbackAddress()) {
            throw wrong("http:// to another machine shows the password to whoever listens: use https://");
        }
    }

    private ParameterException wrong(String message) {
        if (spec == null) {
            throw new IllegalStateException(message);
        }
        return new ParameterException(spec.commandLine(), message);
    }
}
