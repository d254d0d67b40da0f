package io.fateflow.tools.program;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import io.fateflow.webapp.Subcommand;

/** {@code health}: whether a server works, for containers and scripts that have no other HTTP client. Exit code 0, 1 if not, 2 of usage. */
@Command(
        name = "health",
        mixinStandardHelpOptions = true,
        description = {
            "Asks a server whether it works: it is up, and its database takes writes.",
            "",
            "Without --server it is the one of this machine, on SERVER_PORT of the environment or else 9380."
        })
public final class HealthCommand implements Subcommand {

    private static final String PATH = "/actuator/health";
    private static final String USUAL_PORT = "9380";

    private final Map<String, String> environment;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--server", paramLabel = "URL", description = "its address, such as https://fate.example:9380")
    private @Nullable URI server;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "8",
            description = "how long it may take to answer (${DEFAULT-VALUE})")
    private int seconds;

    public HealthCommand() {
        this(System.getenv());
    }

    HealthCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        URI address = server == null ? ofThisMachine() : server;
        try {
            Duration limit = Duration.ofSeconds(seconds);
            HttpResponse<String> answer = HttpClient.newBuilder()
                    .connectTimeout(limit)
                    .build()
                    .send(
                            HttpRequest.newBuilder(address.resolve(PATH))
                                    .timeout(limit)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            // what it says is one word, or a page of whoever else listens there
            spec.commandLine()
                    .getOut()
                    .println(answer.body().lines().findFirst().orElse(""));
            return answer.statusCode() == 200 ? 0 : 1;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), address + " is no address of a server: write scheme, host and port", e);
        } catch (IOException e) {
            spec.commandLine().getErr().println(address + " does not answer: " + reason(e));
            return 1;
        }
    }

    private URI ofThisMachine() {
        return URI.create("http://127.0.0.1:" + environment.getOrDefault("SERVER_PORT", USUAL_PORT));
    }

    private static String reason(IOException failure) {
        String message = failure.getMessage();
        if (message != null) {
            return message;
        }
        return failure instanceof ConnectException ? "nothing listens there" : failure.toString();
    }
}
