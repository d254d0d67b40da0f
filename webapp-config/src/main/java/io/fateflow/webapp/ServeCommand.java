package io.fateflow.webapp;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import io.fateflow.worker.process.PrivateFiles;

/** {@code serve}: the server, until it is stopped. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = {
            "Starts the server: FATE Flow API at /v1, Cockpit at /camunda, engine REST at /engine-rest.",
            "",
            "Listens on 127.0.0.1 and keeps everything in the home directory. Every setting of application.yaml"
                    + " can be given as an environment variable, such as SPRING_DATASOURCE_URL for PostgreSQL."
        })
final class ServeCommand implements Callable<Integer> {

    @Option(names = "--home", paramLabel = "DIR", description = "where data, logs and uploads are kept")
    private @Nullable Path home;

    @Option(names = "--port", paramLabel = "PORT", description = "HTTP port; FATE's clients expect 9380")
    private @Nullable Integer port;

    @Option(names = "--with", paramLabel = "PID", hidden = true, description = "end when that process has ended")
    private @Nullable Long parent;

    @Override
    public Integer call() {
        PrivateFiles.fromNowOn();
        if (parent != null) {
            long pid = parent;
            Thread watch = new Thread(() -> endWith(pid), "parent-watch");
            watch.setDaemon(true);
            watch.start();
        }
        Map<String, Object> settings = new LinkedHashMap<>();
        if (home != null) {
            settings.put("fate.home", home.toString());
        }
        if (port != null) {
            settings.put("server.port", port);
        }
        Server.start(settings);
        EmbeddedDatabase.closeToUrls();
        return Server.STAYS_UP;
    }

    private static void endWith(long pid) {
        Runnable end = () -> System.exit(0);
        ProcessHandle.of(pid)
                .ifPresentOrElse(process -> process.onExit().thenRun(end).join(), end);
    }
}
