package io.fateflow.worker.guide;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.agent.Worker;
import io.fateflow.worker.agent.WorkerSettings;
import io.fateflow.worker.agent.testing.FakeServer;
import io.fateflow.worker.agent.testing.LeakCheck;
import io.fateflow.worker.agent.testing.TaskBuilder;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.component.Component;
import io.fateflow.worker.testing.ExchangeServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the guide shows is what is compiled and run here. */
@ExtendWith(LeakCheck.class)
class ComponentGuideTest {

    private static final Path SOURCES = Path.of("src/test/java/io/fateflow/worker/guide");
    private static final Path GUIDE = Path.of("../../docs/component-guide.md");

    @TempDir
    Path work;

    @ParameterizedTest
    @ValueSource(strings = {"CommonMean.java", "CommonMeanTest.java"})
    void theGuideShowsTheExampleAsItIs(String file) throws IOException {
        String source = Files.readString(SOURCES.resolve(file));
        String shown = source.substring(source.indexOf(file.contains("Test") ? "class " : "/** The mean"));

        assertThat(Files.readString(GUIDE)).contains("```java\n" + shown + "```");
    }

    @Test
    void aComponentIsFoundInAJarThatWasPutIntoTheDirectory() throws IOException {
        Path jar = Files.createDirectories(work.resolve("components")).resolve("common-mean.jar");
        Files.write(jar, jarOf(CommonMean.class, CommonMean.Settings.class));
        ExecutorTask task =
                new TaskBuilder().of("CommonMean", "{\"column\":\"age\"}").build();
        FakeServer server = new FakeServer();
        try (ExchangeServer exchange = new ExchangeServer();
                Worker worker = new Worker(server, WorkerSettings.of("guide", work, 1, exchange.url()))) {
            worker.start();
            server.submit(task);
            await().atMost(Duration.ofSeconds(30)).until(() -> server.reports().containsKey(task.id()));
            worker.stopExecutorsAndClose();
        }

        assertThat(server.report(task).status()).isEqualTo("pass");
    }

    private static byte[] jarOf(Class<?>... classes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            jar.putNextEntry(new JarEntry("META-INF/services/" + Component.class.getName()));
            jar.write(classes[0].getName().getBytes(StandardCharsets.UTF_8));
            for (Class<?> type : List.of(classes)) {
                String name = type.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(name));
                try (InputStream code = type.getClassLoader().getResourceAsStream(name)) {
                    code.transferTo(jar);
                }
            }
        }
        return bytes.toByteArray();
    }
}
