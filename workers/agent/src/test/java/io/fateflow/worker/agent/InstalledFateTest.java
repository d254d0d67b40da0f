package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.agent.testing.TaskBuilder;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.provider.FateProvider;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.SparseFeatures;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A worker with a FATE installation, for whose Python a shell script stands in. */
@Tag("processes")
class InstalledFateTest extends WithWorker {

    private static final TableName INSTANCES = new TableName("test", "instances");

    /** Answers the probe; as a component it hands back its input, as what config.json says that it is. */
    private static final String SCRIPT = """
            #!/bin/sh
            if [ "$2" = fate_runner.probe ]; then
                echo '{"python": "3.8", "modules": {"Own": "", "Lost": "needs torch"}}' >"$3"
                exit
            fi
            echo "home $FATE_PYTHON_HOME, arguments $*"
            echo "path $PYTHONPATH"
            cat input-0.csv
            cp input-0.csv output-0.csv
            described=$(sed 's/.*"instances":\\({[^}]*}\\).*/\\1/' config.json)
            echo '{"outputs": [{"data_name": "data", "file": "output-0.csv", "instances": '"$described"'}]}' >result.json
            """;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void instancesGoThereAndComeBackAsTheyWere(boolean sparse) throws IOException {
        List<Instance> rows = List.of(
                new Instance("a", "m1", 1, 0.5, features(sparse, 0, 1.0 / 3)),
                new Instance("b", "m2", 0, 2, features(sparse, sparse ? 0 : Double.NaN, 0)));
        InstanceSchema schema = InstanceSchema.dense(List.of("x0", "x1"), List.of("guest_9999_x0", "guest_9999_x1"))
                .withLabel("y", true)
                .withMatchId("phone")
                .withWeights(true)
                .withSparse(sparse);
        store(schema, rows);
        start(new Worker(server, settings()));

        ExecutorReport report = reportOf(task("fate@1.11.4"));

        assertThat(report.status()).as(report.errorReport()).isEqualTo("success");
        JsonNode output = Objects.requireNonNull(report.result()).at("/outputs/0");
        TableName name = new TableName(
                output.path("table_namespace").asText(),
                output.path("table_name").asText());
        try (TableReader reader = tables().open(name)) {
            assertThat(reader.info().schema().requireInstances()).isEqualTo(schema);
            assertThat(reader.info().schema().sid()).isEqualTo("uid");
            assertThat(reader.nextInstances()).isEqualTo(rows);
        }
        assertThat(log())
                .contains(sparse ? "uid,phone,y,inst_weight,features\na,m1,1,0.5,1:0.3333333333333333" : ",NaN,0.0\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "id,x,z; a,1,2; other columns than result.json says",
                "id,x,y; a,1,secret; output-0.csv line 2 has something else where a number must be"
            })
    void linesThatAreNotTheInstancesTheyAreSaidToBeAreRefusedWithoutAValue(String header, String row, String error)
            throws IOException {
        store(InstanceSchema.dense(List.of("x", "y"), List.of("guest_9999_x0", "guest_9999_x1")), List.of());
        start(new Worker(
                server,
                settings(SCRIPT.replace(
                        "cp input-0.csv output-0.csv",
                        "printf '%s\\n%s\\n' '" + header + "' '" + row + "' >output-0.csv"))));

        ExecutorReport report = reportOf(task("fate@1.11.4"));

        assertThat(report.status()).isEqualTo("failed");
        assertThat(report.errorReport()).contains(error).doesNotContain("secret");
    }

    @Test
    void itsPythonFindsTheRunnerOfThisProgramAndItsHome() throws IOException {
        store(InstanceSchema.dense(List.of("x"), List.of("guest_9999_x0")), List.of());
        start(new Worker(server, settings()));

        reportOf(task("fate@1.11.4"));

        String log = log();
        assertThat(log).contains("home /opt/fate/python, arguments -m fate_runner");
        String path = log.lines()
                .filter(line -> line.startsWith("path "))
                .findFirst()
                .orElseThrow()
                .substring(5);
        try (ZipFile runner = new ZipFile(path)) {
            assertThat(runner.getEntry("fate_runner/__main__.py")).isNotNull();
            assertThat(runner.getEntry("fate_runner/model_messages.txt")).isNotNull();
        }
    }

    @Test
    void aProviderThatIsNotHereIsNamedWithThoseThatAre() throws IOException {
        start(new Worker(server, settings()));

        ExecutorReport report = reportOf(task("fate@1.10.0"));

        assertThat(report.status()).isEqualTo("failed");
        assertThat(report.errorReport()).contains("FFB-2055", "fate@1.10.0", "only fate@1.11.4");
    }

    @Test
    void whatItsModulesLackIsToldTheServer() throws IOException {
        start(new Worker(server, settings()));

        await().until(() -> server.states().stream().anyMatch(state -> state.providers() != null));

        ObjectNode told = server.states().get(server.states().size() - 1).providers();
        assertThat(told).isNotNull();
        assertThat(told.at("/fate@1.11.4/modules/Own").asText("?")).isEmpty();
        assertThat(told.at("/fate@1.11.4/modules/Lost").asText()).isEqualTo("needs torch");
        assertThat(told.at("/fate@1.11.4/home").asText()).isEqualTo("/opt/fate/python");
    }

    @Test
    void onesModulesAreAskedForAgainUntilTheyAreKnown() throws Exception {
        Path there = work.resolve("there");
        String script = SCRIPT.replace(
                "fate_runner.probe ]; then\n", "fate_runner.probe ]; then\n[ -e " + there + " ] || exit 3\n");
        Installations installations =
                Installations.of(settings(script), new Backoff(Duration.ofMillis(10), Duration.ofMillis(10)));
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<?> probes = threads.submit(() -> {
                installations.probe();
                return null;
            });
            await().until(() -> installations.found() != null);
            assertThat(String.valueOf(installations.found())).contains("exit code 3");

            Files.createFile(there);
            probes.get(1, TimeUnit.MINUTES);

            assertThat(Objects.requireNonNull(installations.found())
                            .at("/fate@1.11.4/modules/Own")
                            .asText("?"))
                    .isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    private WorkerSettings settings() throws IOException {
        return settings(SCRIPT);
    }

    private WorkerSettings settings(String script) throws IOException {
        Path python = work.resolve("python3");
        Files.writeString(python, script);
        Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwx------"));
        return settings(CommandTemplate.plain("false"))
                .withProviders(List.of(
                        new FateProvider("fate@1.11.4", Path.of("/opt/fate/python"), python.toString(), Map.of())));
    }

    private static ExecutorTask task(String provider) {
        ExecutorTask task = TaskBuilder.aTask()
                .of("Own", "{}")
                .withInput(INSTANCES.namespace(), INSTANCES.name())
                .build();
        task.config().put("provider", provider);
        return task;
    }

    private void store(InstanceSchema schema, List<Instance> rows) throws IOException {
        try (TableWriter writer =
                tables().create(INSTANCES, TableSchema.of("uid", List.of(), 1).withInstances(schema))) {
            for (Instance row : new ArrayList<>(rows)) {
                writer.add(row);
            }
            writer.commit();
        }
    }

    private TableStore tables() {
        return new TableStore(work.resolve("tables"));
    }

    private static Features features(boolean sparse, double first, double second) {
        if (!sparse) {
            return new DenseFeatures(first, second);
        }
        return second == 0
                ? new SparseFeatures(2, new int[0], new double[0])
                : new SparseFeatures(2, new int[] {1}, new double[] {second});
    }

    private String log() throws IOException {
        try (var files = Files.walk(work.resolve("logs"))) {
            return Files.readString(files.filter(file -> file.toString().endsWith("_std.log"))
                    .findFirst()
                    .orElseThrow());
        }
    }
}
