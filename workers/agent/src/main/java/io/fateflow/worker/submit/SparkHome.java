package io.fateflow.worker.submit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import io.fateflow.worker.api.SparkOptions;

/**
 * A worker's Spark. Whatever an attempt asks for are numbers; programs, files and addresses are the operator's, who sets them here
 * or in Spark's own {@code conf/spark-defaults.conf}.
 *
 * @param home the directory of a Spark installation, with {@code bin/spark-submit}
 * @param master of its cluster: {@code spark://host:port}, or several of those
 * @param application the jar with the components that can run there
 * @param driverHost where executors reach drivers: a name or an address of this machine
 * @param cores what attempts of this worker may have of the cluster together
 * @param memory likewise, in megabytes
 */
public record SparkHome(Path home, String master, Path application, String driverHost, int cores, int memory) {

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]*|\\[[0-9A-Fa-f:]+]");
    private static final Pattern MASTER =
            Pattern.compile("spark://(%1$s):[0-9]{1,5}(,(%1$s):[0-9]{1,5})*".formatted(HOST.pattern()));
    private static final String MAIN = "io.fateflow.worker.spark.SparkExecutor";
    private static final String OWN_LOG = "io.fateflow.worker.executor.log.FateLogProvider";
    private static final int GIVEN_UP_AFTER = 4;

    public SparkHome {
        home = home.toAbsolutePath().normalize();
        application = application.toAbsolutePath().normalize();
        require(MASTER.matcher(master).matches(), "master", master, "write spark://host:port");
        require(HOST.matcher(driverHost).matches(), "driver-host", driverHost, "write a name or an address");
        require(cores > 0, "cores", Integer.toString(cores), "say what its attempts may have of the cluster");
        require(memory > 0, "memory", memory + " MB", "say what its attempts may have of the cluster");
    }

    /**
     * Looks whether it is installed.
     *
     * @throws IllegalArgumentException FFB-2061, naming what is missing
     */
    public void requireThere() {
        require(Files.isExecutable(submit()), "home", home.toString(), submit() + " must be a program");
        require(Files.isReadable(application), "application", application.toString(), "it must be a jar that is there");
    }

    private static void require(boolean condition, String setting, String value, String remedy) {
        if (!condition) {
            throw new IllegalArgumentException("FFB-2061 Spark's %s (fate.worker.spark.%s, --spark-%s) is \"%s\": %s"
                    .formatted(setting, setting, setting, value, remedy));
        }
    }

    /** What starts a driver. */
    public Path submit() {
        return home.resolve("bin").resolve("spark-submit");
    }

    /** What it needs, beside what any executor has. */
    public Map<String, String> environment() {
        return Map.of("SPARK_HOME", home.toString(), "JAVA_HOME", System.getProperty("java.home"));
    }

    /** What the cluster has for attempts of this worker, by label. */
    public Map<String, JsonNode> resources() {
        return Map.of(
                SparkOptions.CORES,
                JsonNodeFactory.instance.numberNode(cores),
                SparkOptions.MEMORY,
                JsonNodeFactory.instance.numberNode(memory));
    }

    /**
     * What {@link #submit} is told, before the executor's own arguments.
     *
     * @param name of the application, for whoever looks at Spark's pages
     * @param directory of the run, for what the driver keeps meanwhile
     */
    public List<String> arguments(SparkOptions options, String name, Path directory) {
        Map<String, String> conf = new TreeMap<>();
        options.conf().forEach((setting, value) -> conf.put(setting, Integer.toString(value)));
        conf.put("spark.executor.instances", Integer.toString(options.executors()));
        conf.put("spark.cores.max", Integer.toString(options.executors() * options.executorCores()));
        conf.put("spark.driver.host", driverHost);
        conf.put("spark.driver.bindAddress", driverHost);
        // nothing listens but what executors need
        conf.put("spark.ui.enabled", "false");
        conf.put("spark.local.dir", directory.resolve("spark").toString());
        conf.putIfAbsent("spark.task.maxFailures", Integer.toString(GIVEN_UP_AFTER));
        List<String> arguments = new ArrayList<>(List.of(
                "--master",
                master,
                "--deploy-mode",
                "client",
                "--name",
                name,
                "--class",
                MAIN,
                "--driver-memory",
                options.driverMemory() + "m",
                "--executor-memory",
                options.executorMemory() + "m",
                "--executor-cores",
                Integer.toString(options.executorCores()),
                // before Spark's own: its log is the attempt's
                "--driver-class-path",
                application.toString(),
                "--driver-java-options",
                "-XX:+ExitOnOutOfMemoryError -Dslf4j.internal.verbosity=WARN -Dslf4j.provider=" + OWN_LOG));
        conf.forEach((setting, value) -> arguments.addAll(List.of("--conf", setting + "=" + value)));
        arguments.add(application.toString());
        return List.copyOf(arguments);
    }
}
