package io.fateflow.webapp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import picocli.CommandLine.UnmatchedArgumentException;

import io.fateflow.worker.process.PrivateFiles;

/** {@code serve}: the server, until it is stopped. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = {
            "Starts the server: the board at /, FATE Flow API at /v1, Cockpit at /camunda, engine REST at /engine-rest.",
            "",
            "Listens on 127.0.0.1 and keeps everything in the home directory. Every setting of application.yaml"
                    + " can be given as an environment variable, such as SPRING_DATASOURCE_URL for PostgreSQL,"
                    + " or behind the command: --fate.site.cores-per-node=40."
        })
final class ServeCommand implements Callable<Integer> {

    private static final Pattern SETTING =
            Pattern.compile("--([a-z][\\w-]*(?:\\.[\\w\\[\\]-]+)+)=(.*)", Pattern.DOTALL);

    @Option(names = "--home", paramLabel = "DIR", description = "where data, logs and uploads are kept")
    private @Nullable Path home;

    @Option(names = "--port", paramLabel = "PORT", description = "HTTP port; FATE's clients expect 9380")
    private @Nullable Integer port;

    @Option(names = "--with", paramLabel = "PID", hidden = true, description = "end when that process has ended")
    private @Nullable Long parent;

    @Unmatched
    private List<String> others = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrivateFiles.fromNowOn();
        Map<String, Object> settings = settings();
        if (parent != null) {
            long pid = parent;
            Thread watch = new Thread(() -> endWith(pid), "parent-watch");
            watch.setDaemon(true);
            watch.start();
        }
        Server.start(settings);
        EmbeddedDatabase.closeToUrls();
        return Server.STAYS_UP;
    }

    /** Settings as Spring Boot takes them: {@code --fate.site.cores-per-node=40}. Whatever else there is, is a mistake. */
    Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        for (String other : others) {
            Matcher setting = SETTING.matcher(other);
            if (!setting.matches()) {
                throw new UnmatchedArgumentException(spec.commandLine(), List.of(other));
            }
            settings.put(setting.group(1), setting.group(2));
        }
        if (home != null) {
            settings.put("fate.home", home.toString());
        }
        if (port != null) {
            settings.put("server.port", port);
        }
        return settings;
    }

    private static void endWith(long pid) {
        Runnable end = () -> System.exit(0);
        ProcessHandle.of(pid)
                .ifPresentOrElse(process -> process.onExit().thenRun(end).join(), end);
    }
}
