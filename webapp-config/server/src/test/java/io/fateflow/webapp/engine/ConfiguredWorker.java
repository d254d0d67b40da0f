package io.fateflow.webapp.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.springframework.util.unit.DataSize;

/** Settings of a worker that differ in who runs what. */
final class ConfiguredWorker {

    private ConfiguredWorker() {}

    static WorkerProperties with(
            Map<String, WorkerProperties.Program> commands, List<WorkerProperties.Provider> providers) {
        return new WorkerProperties(
                true,
                "",
                1,
                null,
                "512m",
                2,
                commands,
                Duration.ofSeconds(3),
                Duration.ofSeconds(10),
                Duration.ofMinutes(2),
                DataSize.ofMegabytes(1),
                true,
                Map.of(),
                providers,
                null);
    }
}
