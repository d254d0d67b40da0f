package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.fateflow.worker.agent.testing.TaskBuilder.aTask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MachineResourcesTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path devices;

    @BeforeEach
    void aMachine() throws IOException {
        for (String device : new String[] {"nvidia10", "nvidia0", "nvidia2", "nvidiactl", "nvidia-uvm", "null"}) {
            Files.createFile(devices.resolve(device));
        }
        Files.writeString(devices.resolve("meminfo"), "MemFree: 7 kB\nMemTotal:       2097152 kB\n");
    }

    private String announced(Map<String, String> environment, Map<String, String> declared) {
        return new MachineResources(devices, devices.resolve("meminfo"), environment)
                .announced(declared)
                .toString();
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    @Test
    void coresMemoryAndGpusAreFound() {
        assertThat(announced(Map.of(), Map.of()))
                .isEqualTo("{\"CPU\":%d,\"GPU\":[0,2,10],\"memory\":2048}".formatted(cores()));
    }

    @Test
    void gpusThatThisProcessWasNotGivenAreNotGivenOn() {
        assertThat(announced(Map.of("CUDA_VISIBLE_DEVICES", "10, 0"), Map.of())).contains("\"GPU\":[0,10]");
        assertThat(announced(Map.of("CUDA_VISIBLE_DEVICES", ""), Map.of())).doesNotContain("GPU");
    }

    @Test
    void whatIsDeclaredCountsBeforeWhatIsFound() {
        assertThat(announced(Map.of(), Map.of("gpu", "[1]", "CPU", "3", "memory", "0", "license/gurobi", "2")))
                .isEqualTo("{\"CPU\":3,\"GPU\":[1],\"license/gurobi\":2}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "-1", "[0.5]", "[-1]", "{}", "\"2\""})
    void whatIsNeitherANumberNorAListOfUnitsIsRefused(String text) {
        assertThatThrownBy(() -> announced(Map.of(), Map.of("GPU", text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FFB-2027")
                .hasMessageContaining("GPU");
    }

    @Test
    void anExecutorSeesTheGpusThatItWasGivenAndNoOthers() throws IOException {
        var given = JSON.readTree("{\"node\": \"n\", \"labels\": {\"GPU\": {\"amount\": 2, \"ids\": [3, 5]}}}");
        Map<String, String> inherited = Map.of("CUDA_VISIBLE_DEVICES", "0,1,2,3,4,5");
        CommandTemplate template = new CommandTemplate(List.of("x"), true, false, Map.of("ROCR_VISIBLE_DEVICES", "7"));

        assertThat(ExecutorEnvironment.of(aTask().build(), template, given, inherited))
                .containsEntry("CUDA_VISIBLE_DEVICES", "3,5")
                .containsEntry("NVIDIA_VISIBLE_DEVICES", "3,5")
                .containsEntry("ROCR_VISIBLE_DEVICES", "3,5")
                .containsEntry("FATE_GPU_SHARE", "2");
        assertThat(ExecutorEnvironment.of(aTask().build(), template, MissingNode.getInstance(), inherited))
                .containsEntry("CUDA_VISIBLE_DEVICES", "")
                .containsEntry("NVIDIA_VISIBLE_DEVICES", "")
                .containsEntry("ROCR_VISIBLE_DEVICES", "7")
                .doesNotContainKey("FATE_GPU_SHARE");
    }

    @Test
    void anExecutorIsToldItsShareOfAGpuAndItsThreads() throws IOException {
        var given = JSON.readTree("{\"labels\": {\"CPU\": {\"amount\": 3}, \"GPU\": {\"amount\": 0.5, \"ids\": [1]}}}");

        assertThat(ExecutorEnvironment.of(
                        aTask().build(), CommandTemplate.of("x"), given, Map.of("MKL_NUM_THREADS", "1")))
                .containsEntry("CUDA_VISIBLE_DEVICES", "1")
                .containsEntry("FATE_GPU_SHARE", "0.5")
                .containsEntry("OMP_NUM_THREADS", "3")
                .containsEntry("MKL_NUM_THREADS", "1");
    }

    @Test
    void aShareOfACoreIsAThread() throws IOException {
        assertThat(ExecutorLimits.of(
                        JSON.readTree("{\"labels\": {\"CPU\": {\"amount\": 0.5}, \"memory\": {\"amount\": 2}}}")))
                .isEqualTo(new ExecutorLimits(2 * 1024 * 1024, 1));
        assertThat(ExecutorLimits.of(MissingNode.getInstance())).isEqualTo(new ExecutorLimits(0, 0));
    }
}
