package io.fateflow.worker.agent;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.SparkOptions;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.ExecutorLimits;
import io.fateflow.worker.submit.SparkHome;

/** The command line of a task's executor; it never holds a secret, for everybody on the machine can read it. */
record Commands(
        WorkerSettings settings,
        Map<String, CommandTemplate> providers,
        Function<ExecutorLimits, List<String>> javaExecutor) {

    private static final String PROVIDER = "provider";

    /**
     * How a task's executor is started: on Spark or by a FATE installation, if the server wants it so, or by what this worker is
     * set up to.
     *
     * @param config the task's, as far as it is known still
     * @throws IllegalArgumentException FFB-2055 if this worker has no such installation, FFB-2059 if it has no Spark
     */
    CommandTemplate templateOf(ExecutorTask task, JsonNode config) {
        if (SparkOptions.of(config).isPresent()) {
            SparkHome spark = spark(task);
            return new CommandTemplate(List.of(spark.submit().toString()), true, false, spark.environment());
        }
        String provider = config.path(PROVIDER).asText();
        if (!provider.isEmpty()) {
            CommandTemplate installed = providers.get(provider);
            if (installed == null) {
                throw new IllegalArgumentException(
                        "FFB-2055 %s is to be run by %s, and the worker %s has %s: configure it there (fate.worker.providers)"
                                .formatted(
                                        task.module(),
                                        provider,
                                        settings.workerId(),
                                        providers.isEmpty()
                                                ? "no provider"
                                                : "only " + String.join(", ", new TreeSet<>(providers.keySet()))));
            }
            return installed;
        }
        CommandTemplate ofModule = settings.commands().get(task.module());
        CommandTemplate template = ofModule == null ? settings.commands().get(WorkerSettings.ANY_MODULE) : ofModule;
        return template == null
                ? CommandTemplate.of(javaExecutor.apply(limitsOf(task)).toArray(String[]::new))
                : template;
    }

    private SparkHome spark(ExecutorTask task) {
        SparkHome spark = settings.spark();
        if (spark == null) {
            throw new IllegalArgumentException(
                    "FFB-2059 %s is to run on Spark, and the worker %s has none: configure it there (fate.worker.spark)"
                            .formatted(task.module(), settings.workerId()));
        }
        return spark;
    }

    /** The command line of a task as far as it is known before its run. */
    List<String> programOf(CommandTemplate template, ExecutorTask task) {
        return template.csvTables() ? javaExecutor.apply(limitsOf(task).besideProgram()) : template.command();
    }

    List<String> lineOf(CommandTemplate template, ExecutorTask task, RunDirectory run) {
        List<String> line = new ArrayList<>(programOf(template, task));
        SparkOptions.of(task.config())
                .ifPresent(
                        options -> line.addAll(spark(task).arguments(options, "fate-" + run.workerId(), run.path())));
        if (template.passArguments() || template.csvTables()) {
            line.addAll(arguments(task, run));
        }
        return List.copyOf(line);
    }

    private static ExecutorLimits limitsOf(ExecutorTask task) {
        return ExecutorLimits.of(task.config().path("resources"));
    }

    private List<String> arguments(ExecutorTask task, RunDirectory run) {
        URI server = settings.servers().get(0);
        String session = task.taskId() + "_" + task.taskVersion();
        List<String> arguments = new ArrayList<>();
        add(arguments, "job_id", task.jobId());
        add(arguments, "component_name", task.componentName());
        add(arguments, "task_id", task.taskId());
        add(arguments, "task_version", Integer.toString(task.taskVersion()));
        add(arguments, "role", task.role());
        add(arguments, "party_id", task.partyId());
        add(arguments, "config", run.configOfExecutor());
        add(arguments, "result", run.result());
        add(arguments, "log_dir", run.executorLogs());
        add(arguments, "parent_log_dir", run.executorParentLogs());
        add(arguments, "worker_id", run.workerId());
        add(arguments, "run_ip", server.getHost());
        add(arguments, "run_port", Integer.toString(port(server)));
        add(arguments, "job_server", server.getHost() + ":" + port(server));
        add(arguments, "session_id", session + "_" + task.role() + "_" + task.partyId());
        add(arguments, "federation_session_id", session);
        return arguments;
    }

    private static int port(URI server) {
        if (server.getPort() >= 0) {
            return server.getPort();
        }
        return "https".equals(server.getScheme()) ? 443 : 80;
    }

    private static void add(List<String> arguments, String name, String value) {
        arguments.add("--" + name);
        arguments.add(value);
    }

    private static void add(List<String> arguments, String name, Path value) {
        add(arguments, name, value.toString());
    }
}
