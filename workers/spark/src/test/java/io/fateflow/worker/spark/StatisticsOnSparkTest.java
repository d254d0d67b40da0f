package io.fateflow.worker.spark;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.agent.Worker;
import io.fateflow.worker.agent.WorkerSettings;
import io.fateflow.worker.agent.testing.FakeServer;
import io.fateflow.worker.agent.testing.LeakCheck;
import io.fateflow.worker.agent.testing.TaskBuilder;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.SparkOptions;
import io.fateflow.worker.submit.SparkHome;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.SparseFeatures;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Attempts on a real Spark: what they find is what the Java component finds, and they end as processes do. */
@ExtendWith(LeakCheck.class)
class StatisticsOnSparkTest {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final SparkOptions TWO = new SparkOptions(2, 1, 600, 600, Map.of());
    private static final InstanceSchema SCHEMA =
            InstanceSchema.dense(List.of("a", "b", "c"), List.of("x0", "x1", "x2"));
    private static final String ALL = "{\"statistics\":[\"summary\",\"count\",\"variance\",\"25%\",\"95%\"]}";

    @TempDir
    private static Path spark;

    private static TestCluster cluster;

    @TempDir
    private Path work;

    private final FakeServer server = new FakeServer();
    private int jobs = 1000;
    private final TableName table = new TableName("experiment", "numbers");

    @BeforeAll
    static void start() throws IOException {
        cluster = new TestCluster(spark).startMaster().startWorker(1).startWorker(1);
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    /** Nothing of an application stays at the cluster, however its driver has ended. */
    @AfterEach
    void nothingIsHeldAnyMore() {
        await("Spark's cores are free")
                .atMost(PATIENCE)
                .until(() -> cluster.coresInUse() == 0 && cluster.executors() == 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ALL,
                "{\"bias\":false,\"abnormal_list\":[3,-1]}",
                "{\"column_indexes\":[],\"column_names\":[\"c\",\"a\"],\"statistics\":[\"50%\"]}"
            })
    void findsWhatTheJavaComponentFinds(String parameters) throws IOException {
        write(30_000, false);

        assertSame(resultOf(task(parameters).onSpark(TWO)), resultOf(task(parameters)));
    }

    @Test
    void findsTheSameInSparseData() throws IOException {
        write(20_000, true);

        assertSame(resultOf(task(ALL).onSpark(TWO)), resultOf(task(ALL)));
    }

    @Test
    void findsTheSameDigitsEachTime() throws IOException {
        write(30_000, false);

        assertThat(resultOf(task(ALL).onSpark(TWO)).path("summary"))
                .isEqualTo(resultOf(task(ALL).onSpark(TWO)).path("summary"));
    }

    @Test
    void itsDriverIsWhatTheReportTellsOf() throws IOException {
        write(100, false);

        try (Worker worker = worker(cluster.settings())) {
            ExecutorReport report = reportOf(task(ALL).onSpark(TWO).build(), worker);

            assertThat(report.exitReason()).isEqualTo("exited");
            assertThat(report.command().get(0)).endsWith("bin/spark-submit");
            assertThat(report.peakMemoryBytes()).isGreaterThan(50L << 20);
            assertThat(report.cpuMillis()).isPositive();
        }
    }

    @Test
    void whatTheServerRevokesIsEndedAtTheClusterToo() throws IOException {
        write(100, false);
        ExecutorTask task = task(ALL).onSpark(TWO).build();
        try (Worker worker = worker(cluster.settings())) {
            begin(task, worker);

            server.revoke(task.id());

            await().atMost(PATIENCE).until(() -> worker.runningExecutors() == 0 && cluster.executors() == 0);
            assertThat(server.reports()).isEmpty();
        }
    }

    @Test
    void aDriverThatIsKilledIsAnAttemptThatASignalHasEnded() throws IOException {
        write(100, false);
        ExecutorTask task = task(ALL).onSpark(TWO).build();
        try (Worker worker = worker(cluster.settings())) {
            begin(task, worker);

            driver().destroyForcibly();

            await().atMost(PATIENCE).until(() -> server.reports().containsKey(task.id()));
            assertThat(server.report(task).exitReason()).isEqualTo("signal");
            assertThat(server.report(task).errorReport()).contains("was ended by signal 9");
        }
    }

    @Test
    void theNextWorkerGoesOnWithADriverThatTheFirstHasStarted() throws IOException {
        write(1_000, false);
        ExecutorTask task = task(ALL).onSpark(TWO).build();
        long pid;
        try (Worker first = worker(cluster.settings())) {
            begin(task, first);
            pid = driver().pid();
        }
        try (Worker second = worker(cluster.settings())) {
            second.start();
            cluster.thaw();
            await().atMost(PATIENCE).until(() -> server.reports().containsKey(task.id()));

            assertThat(server.report(task).status()).isEqualTo("success");
            assertThat(server.report(task).pid()).isEqualTo(pid);
        }
    }

    @Test
    void aMachineOfTheClusterMayGoMeanwhile() throws IOException {
        write(30_000, false);
        JsonNode expected = resultOf(task(ALL));
        ExecutorTask task = task(ALL).onSpark(TWO).build();
        try (Worker worker = worker(cluster.settings())) {
            begin(task, worker);

            cluster.kill(cluster.busyWorker());
            cluster.thaw();

            await().atMost(PATIENCE).until(() -> server.reports().containsKey(task.id()));
            assertSame(resultOf(server.report(task)), expected);
        } finally {
            cluster.startWorker(1);
        }
    }

    @Test
    void withoutAMasterItIsSaidAtOnceWhatToDo() throws IOException {
        write(100, false);
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        try (Worker worker = worker(cluster.settings("spark://127.0.0.1:" + closed))) {
            ExecutorReport report = reportOf(task(ALL).onSpark(TWO).build(), worker);

            assertThat(report.status()).isEqualTo("failed");
            assertThat(report.errorReport())
                    .contains(
                            "FFB-4060 no Spark master answers at spark://127.0.0.1:" + closed,
                            "fate.worker.spark.master");
        }
    }

    @Test
    void aClusterThatGivesNoExecutorIsNotWaitedForForEver(@TempDir Path directory) throws IOException {
        write(100, false);
        try (TestCluster empty = new TestCluster(directory).startMaster()) {
            empty.defaults("spark.fateflow.executorWait 1\n");
            try (Worker worker = worker(empty.settings())) {
                ExecutorReport report = reportOf(task(ALL).onSpark(TWO).build(), worker);

                assertThat(report.errorReport())
                        .contains(
                                "FFB-4061",
                                "has given no executor of 1 cores and 600m within 1 s",
                                "fate.worker.spark.cores");
            }
        }
    }

    /** The cluster's machines have a core each, and 4 GB. */
    @ParameterizedTest
    @CsvSource({"2, 600, 2 cores and 600m", "1, 6000, 1 cores and 6000m"})
    void executorsThatFitOnNoMachineOfTheClusterAreNotWaitedForForEver(int cores, int memory, String asked)
            throws IOException {
        write(100, false);
        cluster.defaults("spark.fateflow.executorWait 2\n");
        try (Worker worker = worker(cluster.settings())) {
            ExecutorReport report = reportOf(
                    task(ALL)
                            .onSpark(new SparkOptions(1, cores, memory, 600, Map.of()))
                            .build(),
                    worker);

            assertThat(report.status()).isEqualTo("failed");
            assertThat(report.errorReport())
                    .contains("FFB-4061", "has given no executor of " + asked + " within 2 s", "spark_run");
        } finally {
            cluster.defaults("");
        }
    }

    @Test
    void aMachineWithoutTheSitesTablesIsSaidWithWhatItNeeds(@TempDir Path directory) throws IOException {
        assumeTrue(TestCluster.mayHide(), "skipped: nobody here may unshare mounts");
        write(100, false);
        try (TestCluster elsewhere =
                        new TestCluster(directory).startMaster().startWorkerWithout(work.resolve("tables"));
                Worker worker = worker(elsewhere.settings())) {
            ExecutorReport report = reportOf(task(ALL).onSpark(TWO).build(), worker);

            assertThat(report.errorReport())
                    .contains(
                            "FFB-4062 Spark gave up",
                            "FFB-4063 an executor of Spark can't read",
                            "at the same place on all machines of the cluster");
        }
    }

    /** Runs it until its executors are there, each of which stands still from then on: none does the work of both. */
    private void begin(ExecutorTask task, Worker worker) throws IOException {
        worker.start();
        server.submit(task);
        await("executors").atMost(PATIENCE).until(() -> {
            cluster.freeze();
            return cluster.executors() == 2 || server.reports().containsKey(task.id());
        });
        cluster.freeze();
        assertThat(server.reports()).doesNotContainKey(task.id());
    }

    private static ProcessHandle driver() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains("org.apache.spark.deploy.SparkSubmit"))
                        .isPresent())
                .findFirst()
                .orElseThrow();
    }

    /** Each of a job of its own: an attempt that was made already would only be reported once more. */
    private TaskBuilder task(String parameters) {
        return new TaskBuilder()
                .inJob("20260101000000000" + jobs++)
                .of("DataStatistics", parameters)
                .withInput(table.namespace(), table.name());
    }

    private JsonNode resultOf(TaskBuilder task) throws IOException {
        try (Worker worker = worker(cluster.settings())) {
            return resultOf(reportOf(task.build(), worker));
        }
    }

    private static JsonNode resultOf(ExecutorReport report) {
        assertThat(report.errorReport()).isEmpty();
        return requireNonNull(report.result());
    }

    private ExecutorReport reportOf(ExecutorTask task, Worker worker) {
        try {
            worker.start();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.submit(task);
        await().atMost(PATIENCE).until(() -> server.reports().containsKey(task.id()));
        return server.report(task);
    }

    private Worker worker(SparkHome settings) {
        return new Worker(
                server,
                WorkerSettings.of("fate-worker-spark", work, 2, URI.create("http://127.0.0.1:9380"))
                        .withSpark(settings)
                        .withTimes(Duration.ofMillis(200), Duration.ofSeconds(5)));
    }

    private void write(int rows, boolean sparse) throws IOException {
        Random random = new Random(7);
        TableStore store = new TableStore(work.resolve("tables"));
        try (TableWriter writer =
                store.create(table, TableSchema.of("id", List.of(), 1).withInstances(SCHEMA.withSparse(sparse)))) {
            for (int i = 0; i < rows; i++) {
                double[] values = {
                    1e6 + random.nextGaussian(),
                    i % 50 == 0 ? Double.NaN : random.nextInt(7) - 3,
                    Math.exp(random.nextGaussian())
                };
                writer.add(Instance.of(
                        "id" + i,
                        0,
                        sparse && i % 3 == 0
                                ? new SparseFeatures(3, new int[] {2}, new double[] {values[2]})
                                : sparse
                                        ? new SparseFeatures(3, new int[] {0, 1, 2}, values)
                                        : new DenseFeatures(values)));
            }
            writer.commit();
        }
    }

    /** Sums of parts differ from sums of rows in the last digits, and kurtosis is what is left of them beside 3. */
    private static void assertSame(JsonNode found, JsonNode expected) {
        Map<String, JsonNode> all = new TreeMap<>();
        flatten("", learned(expected), all);
        assertThat(all).hasSizeGreaterThan(20);
        all.forEach((path, value) -> {
            JsonNode other = learned(found).at(path);
            if (value.isNumber()) {
                assertThat(other.asDouble())
                        .as(path)
                        .isEqualTo(value.asDouble(), within(1e-9 * (1 + Math.abs(value.asDouble()))));
            } else {
                assertThat(other).as(path).isEqualTo(value);
            }
        });
    }

    private static JsonNode learned(JsonNode result) {
        return ((ObjectNode) result).deepCopy().retain("summary", "models");
    }

    private static void flatten(String path, JsonNode node, Map<String, JsonNode> all) {
        if (node.isObject()) {
            node.properties()
                    .forEach(entry -> flatten(
                            path + "/" + entry.getKey().replace("~", "~0").replace("/", "~1"), entry.getValue(), all));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                flatten(path + "/" + i, node.get(i), all);
            }
        } else {
            all.put(path, node);
        }
    }
}
