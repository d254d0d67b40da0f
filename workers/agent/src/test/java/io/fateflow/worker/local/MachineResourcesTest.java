package io.fateflow.worker.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class MachineResourcesTest {

    @TempDir
    private Path devices;

    @BeforeEach
    void aMachine() throws IOException {
        for (String device : new String[] {"nvidia10", "nvidia0", "nvidia2", "nvidiactl", "nvidia-uvm", "null"}) {
            Files.createFile(devices.resolve(device));
        }
        Files.writeString(devices.resolve("meminfo"), "MemFree: 7 kB\nMemTotal:       2097152 kB\n");
    }

    private Map<String, JsonNode> found(Map<String, String> environment) {
        return new MachineResources(devices, devices.resolve("meminfo"), environment).found();
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    @Test
    void coresMemoryAndGpusAreFound() {
        assertThat(found(Map.of())).hasToString("{CPU=%d, GPU=[0,2,10], memory=2048}".formatted(cores()));
    }

    @Test
    void gpusThatThisProcessWasNotGivenAreNotGivenOn() {
        assertThat(found(Map.of("CUDA_VISIBLE_DEVICES", "10, 0")).get("GPU")).hasToString("[0,10]");
        assertThat(found(Map.of("CUDA_VISIBLE_DEVICES", ""))).doesNotContainKey("GPU");
    }
}
