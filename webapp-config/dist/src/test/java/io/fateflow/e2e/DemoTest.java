package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

import io.fateflow.worker.component.Component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

class DemoTest {

    /** A bound for a busy machine; encryption takes what it takes. */
    private static final long PATIENCE_SECONDS = 400;

    @TempDir
    private Path place;

    /** Where it is called, another server is set up. */
    @BeforeEach
    void anotherServersSettings() throws IOException {
        Files.writeString(place.resolve("application.yaml"), """
                server.servlet.context-path: /another
                spring.datasource.url: jdbc:h2:mem:another
                """);
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(place).isDirectoryNotContaining(file -> file.toFile().isDirectory());
        new ExecutorProcesses(place).assertNoneIsLeft();
    }

    @Test
    void theToyJobSucceeds() {
        assertThat(outputOf("--toy")).contains(": success", "Secure Add Result is 2000.0000");
    }

    @Test
    void sitesOfTheirOwnRunAJobTogether() throws IOException {
        Path kept = place.resolve("kept");

        assertThat(outputOf(Map.of("FATE_HOME", kept.toString()), "--toy", "--sites", "3"))
                .contains("Starting 3 servers", ": success", "Secure Add Result is 2000.0000")
                .containsPattern("success +database and logs in .*guest-9999")
                .containsPattern("success +database and logs in .*host-10000");

        assertThat(kept.resolve("guest-9999/db")).isNotEmptyDirectory();
        FileSystemUtils.deleteRecursively(kept);
    }

    @Test
    void theFederatedModelIsThePooledOne() {
        assumeThat(ServiceLoader.load(Component.class))
                .extracting(Component::module)
                .contains("DataTransform", "Intersection", "HeteroFeatureBinning", "HeteroLR");

        assertThat(outputOf())
                .contains("2000 people are customers of both", "true positive rate", "federated", "pooled")
                .containsPattern("No weight differs from the pooled model's by more than \\d\\.\\de-(0[4-9]|1\\d)");
    }

    private String outputOf(String... options) {
        return outputOf(Map.of(), options);
    }

    private String outputOf(Map<String, String> environment, String... options) {
        String[] arguments = new String[options.length + 4];
        arguments[0] = "demo";
        arguments[1] = "--exit";
        arguments[2] = "--port";
        arguments[3] = Integer.toString(ChildJvm.freePort());
        System.arraycopy(options, 0, arguments, 4, options.length);
        Map<String, String> all = new HashMap<>(environment);
        all.put("FATE_FEDERATION_PARTYID", "1");
        all.put("SERVER_ADDRESS", "127.0.0.2");
        all.put("SPRING_DATASOURCE_URL", "jdbc:h2:mem:another");
        try (ChildJvm demo = ChildJvm.start(place, all, arguments)) {
            assertThat(demo.exitCode(PATIENCE_SECONDS)).as(demo.output()).isZero();
            assertThat(demo.output()).doesNotContain("Exception");
            return demo.output();
        }
    }
}
