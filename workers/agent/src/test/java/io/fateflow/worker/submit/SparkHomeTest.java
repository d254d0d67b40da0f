package io.fateflow.worker.submit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.api.SparkOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SparkHomeTest {

    private static final String MASTER = "spark://127.0.0.1:7077";

    @TempDir
    Path directory;

    @Test
    void anAttemptsNumbersBecomeSparksOptions() {
        List<String> arguments = home(MASTER, "10.0.0.7")
                .arguments(
                        new SparkOptions(3, 2, 2048, 1536, Map.of("spark.task.maxFailures", 8)),
                        "fate-1",
                        Path.of("/run"));

        assertThat(arguments)
                .containsSubsequence("--master", MASTER, "--deploy-mode", "client")
                .containsSubsequence("--driver-memory", "1536m", "--executor-memory", "2048m", "--executor-cores", "2")
                .contains(
                        "spark.cores.max=6",
                        "spark.executor.instances=3",
                        "spark.task.maxFailures=8",
                        "spark.driver.host=10.0.0.7",
                        "spark.ui.enabled=false",
                        "spark.local.dir=/run/spark");
        assertThat(arguments.get(arguments.size() - 1))
                .isEqualTo(directory.resolve("app.jar").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"local[4]", "yarn", "spark://h", "spark://h:7077 --jars x", "spark://--conf:1"})
    void onlyAStandaloneClusterIsAMaster(String master) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> home(master, "127.0.0.1"))
                .withMessageContaining("FFB-2061 Spark's master (fate.worker.spark.master, --spark-master)");
    }

    @Test
    void severalMastersStandBehindOneAnother() {
        assertThatCode(() -> home("spark://a:7077,b.example:7078,[::1]:7077", "[::1]"))
                .doesNotThrowAnyException();
    }

    @Test
    void whatIsNotInstalledIsNamedWithItsSetting() throws IOException {
        SparkHome home = home(MASTER, "127.0.0.1");
        assertThatIllegalArgumentException()
                .isThrownBy(home::requireThere)
                .withMessageContaining("FFB-2061 Spark's home (fate.worker.spark.home, --spark-home)");

        Files.createDirectories(home.submit().getParent());
        Files.createFile(home.submit());
        assertThat(home.submit().toFile().setExecutable(true)).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(home::requireThere)
                .withMessageContaining("fate.worker.spark.application");

        Files.createFile(home.application());
        assertThatCode(home::requireThere).doesNotThrowAnyException();
    }

    private SparkHome home(String master, String driverHost) {
        return new SparkHome(directory, master, directory.resolve("app.jar"), driverHost, 4, 4096);
    }
}
