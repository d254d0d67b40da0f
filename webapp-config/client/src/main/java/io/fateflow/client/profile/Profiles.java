package io.fateflow.client.profile;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * The servers of a user: a file with a section for each.
 *
 * <pre>
 * default = lab
 *
 * [lab]
 * server = http://127.0.0.1:9380
 *
 * [bank]
 * server = https://fate.bank.example:9380
 * secrets = bank.secrets
 * certificate = bank-ca.pem
 * </pre>
 *
 * Paths are relative to the file's folder. What is secret stands in files of their own, which nobody else may read.
 */
public final class Profiles {

    private static final String DEFAULT = "default";
    private static final String SERVER = "server";
    private static final String SECRETS = "secrets";
    private static final String CERTIFICATE = "certificate";
    private static final Set<String> KEYS = new TreeSet<>(List.of(DEFAULT, SERVER, SECRETS, CERTIFICATE));

    private final Path file;
    private final Map<String, String> environment;

    /** @param environment of the process: {@code FATE_FLOW_PROFILE}, {@code FATE_FLOW_SERVER}, {@code FATE_FLOW_SECRETS} */
    public Profiles(Path file, Map<String, String> environment) {
        this.file = file;
        this.environment = Map.copyOf(environment);
    }

    /** Where the file is: {@code FATE_FLOW_PROFILES}, or {@code fate-flow-bpm/profiles} in the user's folder of configuration. */
    public static Profiles ofUser(Map<String, String> environment, Path userHome) {
        String given = environment.get("FATE_FLOW_PROFILES");
        if (given != null && !given.isBlank()) {
            return new Profiles(Path.of(given), environment);
        }
        Path folder = Optional.ofNullable(environment.get("XDG_CONFIG_HOME"))
                .or(() -> Optional.ofNullable(environment.get("APPDATA")))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .orElse(userHome.resolve(".config"));
        return new Profiles(folder.resolve("fate-flow-bpm").resolve("profiles"), environment);
    }

    /** What a call says beside its profile; each may be null. */
    public record Choice(
            @Nullable String profile,
            @Nullable String server,
            @Nullable Path secrets) {}

    /** Where they stand. */
    public Path file() {
        return file;
    }

    /** The names in the file; none if it is not there. */
    public List<String> names() throws ProfileException {
        return sections().keySet().stream().filter(name -> !name.isEmpty()).toList();
    }

    /**
     * The server that is meant: what the call says, else the environment, else the file's {@code default}, else a server on
     * this machine.
     */
    public ServerProfile choose(Choice choice) throws ProfileException {
        String server = first(choice.server(), "FATE_FLOW_SERVER");
        String name = first(choice.profile(), "FATE_FLOW_PROFILE");
        ServerProfile profile = choice.server() != null || (server != null && choice.profile() == null)
                ? ServerProfile.open(ServerProfile.address(Objects.requireNonNull(server)))
                : named(name == null ? sections().getOrDefault("", Map.of()).get(DEFAULT) : name);
        String other = environment.get("FATE_FLOW_SECRETS");
        Path secrets =
                choice.secrets() == null && other != null && !other.isBlank() ? Path.of(other) : choice.secrets();
        return secrets == null ? profile : withSecrets(profile, secrets);
    }

    private @Nullable String first(@Nullable String given, String variable) {
        String other = environment.get(variable);
        return given != null ? given : other == null || other.isBlank() ? null : other;
    }

    private ServerProfile named(@Nullable String name) throws ProfileException {
        if (name == null) {
            return ServerProfile.open(ServerProfile.USUAL);
        }
        Map<String, String> values = name.isEmpty() ? null : sections().get(name);
        if (values == null) {
            List<String> known = names();
            throw new ProfileException("FFB-5272 There is no profile \"%s\": %s"
                    .formatted(
                            name,
                            known.isEmpty()
                                    ? "%s %s".formatted(file, Files.exists(file) ? "has none" : "is not there")
                                    : "%s has %s".formatted(file, String.join(", ", known))));
        }
        if (!values.containsKey(SERVER)) {
            throw new ProfileException("FFB-5271 %s: [%s] has no server = URL".formatted(file, name));
        }
        URI address = ServerProfile.address(values.getOrDefault(SERVER, ""));
        String certificate = values.get(CERTIFICATE);
        ServerProfile profile = new ServerProfile(
                name, address, null, null, certificate == null ? null : file.resolveSibling(certificate));
        String secrets = values.get(SECRETS);
        return secrets == null ? profile : withSecrets(profile, file.resolveSibling(secrets));
    }

    private static ServerProfile withSecrets(ServerProfile profile, Path file) throws ProfileException {
        SecretsFile secrets = SecretsFile.read(file);
        ServerProfile whole = new ServerProfile(
                profile.name(),
                profile.address(),
                secrets.key().orElse(null),
                secrets.login().orElse(null),
                profile.certificate());
        whole.requireSafeLogin();
        return whole;
    }

    private Map<String, Map<String, String>> sections() throws ProfileException {
        return Files.exists(file) ? SectionFile.read(file, KEYS) : Map.of();
    }
}
