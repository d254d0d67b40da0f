package io.fateflow.webapp.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import io.fateflow.worker.agent.CommandTemplate;
import io.fateflow.worker.agent.WorkerSettings;
import io.fateflow.worker.provider.FateProvider;
import io.fateflow.worker.submit.SparkHome;

/**
 * The worker in the server's own process.
 *
 * @param enabled whether there is one; not, if executors run on other machines only
 * @param id tells it from the workers of other nodes; empty for one made from the host's name
 * @param maxExecutors how many executors run at once; all parties of a component on this site run at the same time
 * @param executorDirectory for the Java executor's jars and the archive of their classes; null for one in the home directory
 * @param executorHeap limit of a Java executor, as for {@code -Xmx}
 * @param readyExecutors how many Java executors wait at most for attempts that come, while some come; each needs some 45 MB
 * @param commands what is started, by FATE's module name or {@code *}; else the built-in Java executor
 * @param heartbeat how often the worker says that it and its executors live
 * @param stopGrace how long an executor has to end by itself
 * @param longestSilence after which an executor that used to send heartbeats is stopped
 * @param minFreeDisk what must be free in the home directory for another executor to be started
 * @param leaveExecutors whether executors go on when the server is stopped: its next start, or another server here, goes on
 *     with them
 * @param resources what the machine has for executors, where that is not what is found there: by label a number, or a list
 *     of units such as {@code [0, 3]}
 * @param providers FATE installations whose Python runs components
 * @param spark where components run that are to run on Spark; null if none can
 */
@ConfigurationProperties("fate.worker")
public record WorkerProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("") String id,
        @DefaultValue("8") int maxExecutors,
        @Nullable Path executorDirectory,
        @DefaultValue("512m") String executorHeap,
        @DefaultValue("0") int readyExecutors,
        @DefaultValue Map<String, Program> commands,
        @DefaultValue("3s") Duration heartbeat,
        @DefaultValue("10s") Duration stopGrace,
        @DefaultValue("2m") Duration longestSilence,
        @DefaultValue("256MB") DataSize minFreeDisk,
        @DefaultValue("true") boolean leaveExecutors,
        @DefaultValue Map<String, String> resources,
        @DefaultValue List<Provider> providers,
        @Nullable Spark spark) {

    /** Whether a program of the operator's runs a module, and not the built-in executor. */
    boolean runsProgram(String module) {
        return commands.containsKey(WorkerSettings.ANY_MODULE)
                || commands.keySet().stream().anyMatch(module::equalsIgnoreCase);
    }

    /**
     * A FATE installation.
     *
     * @param name with its version, as confs name it: {@code fate@1.11.4}
     * @param home the directory that has {@code federatedml} and {@code fate_arch}
     * @param python the interpreter that can import what those need
     * @param modules those that it runs where a conf names nobody, although there is a built-in one; {@code *} for all
     * @param environment added to its environment
     * @param partners parties whose sites are FATE Flow in Python: with one of them it runs what it has, over FATE's own
     *     federation engine
     * @param engineBase the base of FATE whose {@code conf/service_conf.yaml} has that engine; needed with partners
     */
    public record Provider(
            String name,
            Path home,
            @DefaultValue("python3") String python,
            @DefaultValue List<String> modules,
            @DefaultValue Map<String, String> environment,
            @DefaultValue List<Long> partners,
            @Nullable Path engineBase) {

        FateProvider installed() {
            return new FateProvider(name, home, python, environment).withPartners(partners, engineBase);
        }

        boolean isPreferredFor(String module) {
            return modules.contains(WorkerSettings.ANY_MODULE)
                    || modules.stream().anyMatch(module::equalsIgnoreCase);
        }
    }

    /**
     * A Spark installation with its cluster.
     *
     * @param home with {@code bin/spark-submit}
     * @param master such as {@code spark://10.0.0.5:7077}
     * @param application the jar {@code fate-flow-bpm-spark}
     * @param driverHost where executors reach this machine
     * @param cores what attempts of this worker may have of the cluster together
     * @param memory likewise
     */
    public record Spark(
            Path home,
            String master,
            Path application,
            @DefaultValue("127.0.0.1") String driverHost,
            int cores,
            DataSize memory) {

        SparkHome installed() {
            return new SparkHome(home, master, application, driverHost, cores, (int) memory.toMegabytes());
        }
    }

    /**
     * A program that runs components.
     *
     * @param command the program and its first arguments
     * @param passArguments whether FATE's arguments follow
     * @param csvTables whether it reads and writes tables as CSV files, where it is started
     * @param environment added to its environment
     */
    public record Program(
            List<String> command,
            @DefaultValue("true") boolean passArguments,
            @DefaultValue("false") boolean csvTables,
            @DefaultValue Map<String, String> environment) {

        CommandTemplate template() {
            return new CommandTemplate(command, passArguments, csvTables, environment);
        }
    }
}
