package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.sql.DataSource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** The component guide's example with all its files as they stand there. */
class WordCountExampleTest {

    private static final Path EXAMPLE =
            Path.of("../../docs/examples/word-count").toAbsolutePath().normalize();

    @TempDir
    private Path place;

    @Test
    void theExampleRunsAsTheGuideSays() throws IOException {
        Map<String, ?> settings = Map.of(
                "fate.home",
                place,
                "spring.config.additional-location",
                "file:" + EXAMPLE + "/",
                // as if the server had been started there
                "user.dir",
                EXAMPLE);
        try (ServerInThisJvm server = new ServerInThisJvm(settings)) {
            FlowClient client = new FlowClient(server.port());
            client.upload("examples", "reviews", Files.readString(EXAMPLE.resolve("reviews.csv")));

            client.awaitEnd(
                    client.submit((ObjectNode)
                            FlowClient.JSON.readTree(EXAMPLE.resolve("job.json").toFile())),
                    "success");

            assertThat(new JdbcTemplate(server.part(DataSource.class))
                            .queryForObject(
                                    "select metric_data from tracking_metric where metric_name = 'word_count'",
                                    String.class))
                    .isEqualTo("[[\"rows\",3],[\"words\",9],[\"different\",7]]");
        }
        new ExecutorProcesses(place).assertNoneIsLeft();
    }
}
