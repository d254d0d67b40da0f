package io.fateflow.worker.agent;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.junit.jupiter.api.Test;

import io.fateflow.worker.runtime.ExecutorLimits;

import static io.fateflow.worker.agent.testing.TaskBuilder.aTask;
import static org.assertj.core.api.Assertions.assertThat;

class ExecutorEnvironmentTest {

    private static final ObjectMapper JSON = new ObjectMapper();

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
                .isEqualTo(new ExecutorLimits(
                        2 * 1024 * 1024, 1, Map.of("CPU", new BigDecimal("0.5"), "memory", new BigDecimal(2))));
        assertThat(ExecutorLimits.of(MissingNode.getInstance())).isEqualTo(ExecutorLimits.NONE);
    }
}
