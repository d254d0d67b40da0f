package io.fateflow.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.profile.ProfileException;
import io.fateflow.client.profile.ServerProfile;
import io.fateflow.client.profile.SigningKey;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A site as the image and a service of the compose file describe it, as processes of this machine: the same variables, files
 * and arguments. Directories of the container are below the test's, its names are this machine's, its ports others.
 */
final class ComposedSite implements AutoCloseable {

    private static final String SECRETS = "/run/secrets";

    private final ComposeFile.Service service;
    private final ImageFile image;
    private final Path place;
    private final Map<String, Path> secrets;
    private final int port = ChildJvm.freePort();
    private @Nullable ChildJvm server;

    /** @param made where {@code secrets} has been made */
    ComposedSite(ComposeFile compose, String name, ImageFile image, Path place, Path made) throws IOException {
        this.service = compose.service(name);
        this.image = image;
        this.place = Files.createDirectory(place.resolve(name));
        this.secrets = service.secrets(made);
        for (Map.Entry<String, Path> secret : secrets.entrySet()) {
            Path file = here(secret.getKey());
            Files.createDirectories(file.getParent());
            Files.copy(secret.getValue(), file);
        }
    }

    /**
     * Starts it.
     *
     * @param others the federation's sites, by the names of their services
     * @param databasePort where databases are, whose services have the usual one
     * @param hosts names of services, and of this machine
     */
    void start(Map<String, ComposedSite> others, int databasePort, Path hosts) {
        Map<String, String> environment = environment();
        // the container's interfaces are this machine's, and each container has all ports
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("SERVER_PORT", Integer.toString(port));
        environment.computeIfPresent(
                "SPRING_DATASOURCE_URL", (name, url) -> url.replace(":5432/", ":" + databasePort + "/"));
        for (String variable : List.copyOf(environment.keySet())) {
            if (variable.matches("FATE_FEDERATION_ROUTES_\\d+_HOST")) {
                ComposedSite other = requireNonNull(others.get(environment.get(variable)));
                String there = variable.replace("_HOST", "_HTTPPORT");
                assertThat(environment.get(there))
                        .as("the route leads to where the other one listens")
                        .isEqualTo(other.environment().get("SERVER_PORT"));
                environment.put(there, Integer.toString(other.port));
            }
        }
        server = ChildJvm.start(
                place,
                environment,
                List.of("-Xmx256m", "-Djdk.net.hosts.file=" + hosts),
                List.of(),
                image.arguments().toArray(String[]::new));
    }

    /** The image's, and the service's in their place; of this machine's paths. */
    private Map<String, String> environment() {
        Map<String, String> all = new LinkedHashMap<>(image.environment());
        all.putAll(service.environment());
        all.replaceAll((name, value) ->
                value.replace(SECRETS, here(SECRETS).toString()).replace("/var/lib/fate-flow", home().toString()));
        return all;
    }

    void awaitUp() {
        new FlowClient(port).awaitUp(server());
    }

    /** The exit code of the command that the image is looked after with. */
    int health() {
        String[] command = image.healthCheck().stream().skip(1).toArray(String[]::new);
        try (ChildJvm check = ChildJvm.start(place, Map.of("SERVER_PORT", Integer.toString(port)), command)) {
            return check.exitCode();
        }
    }

    /** With the key that the file of its clients has. */
    FateFlowClient client() throws ProfileException {
        String key = secret("/run/secrets/fate-flow/fate.authentication.client.http-secret-key");
        String name = requireNonNull(service.environment().get("FATE_AUTHENTICATION_CLIENT_HTTPAPPKEY"));
        return FateFlowClient.to(ServerProfile.open(address()).with(new SigningKey(name, key)));
    }

    /** As somebody without a key. */
    FateFlowClient stranger() throws ProfileException {
        return FateFlowClient.to(ServerProfile.open(address()));
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    private String secret(String target) {
        try {
            return Files.readString(requireNonNull(secrets.get(target), target)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What nobody may find anywhere else: of a private key a line from its middle. */
    List<String> secretTexts() {
        return secrets.keySet().stream()
                .filter(target -> !target.endsWith(".pub.pem"))
                .map(this::secret)
                .map(text ->
                        text.lines().skip(text.lines().count() / 2).findFirst().orElseThrow())
                .toList();
    }

    /** Where one of these texts can be read by others: in its environment, its arguments, its output, the files of its home. */
    List<String> placesOf(List<String> texts) throws IOException {
        List<Path> places = new ArrayList<>(List.of(
                Path.of("/proc", Long.toString(server().pid()), "environ"),
                Path.of("/proc", Long.toString(server().pid()), "cmdline"),
                place.resolve("serve.out")));
        try (Stream<Path> files = Files.walk(home())) {
            files.filter(Files::isRegularFile).forEach(places::add);
        }
        assertThat(places).hasSizeGreaterThan(10);
        List<String> found = new ArrayList<>();
        for (Path file : places) {
            String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            if (texts.stream().anyMatch(content::contains)) {
                found.add(file.toString());
            }
        }
        return found;
    }

    ChildJvm server() {
        return requireNonNull(server);
    }

    Path home() {
        return place.resolve("home");
    }

    private Path here(String path) {
        return place.resolve("." + path);
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
        new ExecutorProcesses(home()).killAll();
    }
}
