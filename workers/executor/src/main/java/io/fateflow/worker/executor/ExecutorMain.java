package io.fateflow.worker.executor;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.fateflow.worker.api.LogFiles;
import io.fateflow.worker.api.RunFiles;
import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.Components;
import io.fateflow.worker.executor.log.FateLogProvider;
import io.fateflow.worker.jvm.ProgramLocale;

/**
 * The built-in executor. Exit code 0 when {@code result.json} tells how the component ended, whether well or not; 1 when
 * something around it is broken.
 */
public final class ExecutorMain {

    private ExecutorMain() {}

    public static void main(String... commandLine) {
        runWith(Components::find, commandLine);
    }

    /**
     * The built-in executor with other components; ends this process.
     *
     * @param components finds one by FATE's name of its module
     */
    @SuppressWarnings("CatchAndPrintStackTrace") // errors go to the standard log: there may be no other yet
    public static void runWith(Function<String, Component> components, String... commandLine) {
        ProgramLocale.set();
        int exitCode = 1;
        try {
            run(Arguments.parse(commandLine), components);
            exitCode = 0;
        } catch (Throwable broken) {
            broken.printStackTrace();
        }
        System.exit(exitCode);
    }

    private static void run(Arguments arguments, Function<String, Component> components) throws IOException {
        System.setProperty("slf4j.provider", FateLogProvider.class.getName());
        if (arguments.has("warm_up")) {
            new WarmUp(arguments.path("warm_up")).run();
            return;
        }
        if (arguments.has("ahead")) {
            Optional<StartedAhead.Attempt> attempt = StartedAhead.await();
            if (attempt.isPresent()) {
                run(attempt.get().arguments(), attempt.get().begun(), components);
            }
            return;
        }
        run(arguments, Beginning.ofProcess(), components);
    }

    private static void run(Arguments arguments, Beginning begun, Function<String, Component> components)
            throws IOException {
        ExecutorHeartbeat.start(Path.of(RunFiles.SIGN_OF_LIFE));
        Path logs = arguments.path("log_dir");
        Path parentLogs = arguments.path("parent_log_dir");
        System.setProperty(FateLogProvider.DIRECTORIES, logs + File.pathSeparator + parentLogs);
        new LogFiles(List.of(logs, parentLogs)).create();
        ExecutorConfig config = ExecutorConfig.read(arguments.path("config"));
        ExecutorResult result = new ComponentRun(arguments, config, components).run(results -> {
            begun.log(arguments);
            LiveMetrics.start(Path.of(RunFiles.METRICS), results);
        });
        result.write(arguments.path("result"));
    }
}
