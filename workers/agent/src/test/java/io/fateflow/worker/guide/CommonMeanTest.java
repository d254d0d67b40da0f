package io.fateflow.worker.guide;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;
import io.fateflow.worker.testing.Federation;

import static org.assertj.core.api.Assertions.assertThat;

class CommonMeanTest {

    private static final TableName AGES = new TableName("test", "ages");

    @TempDir
    Path directory;

    @Test
    void isTheMeanOverAllParties() throws Exception {
        Federation.Run run = federation("{\"column\": \"age\"}").run();

        assertThat(run.result("guest:9999").at("/summary/mean").asDouble()).isEqualTo(33.333);
        assertThat(run.result("host:10000").path("outputs")).isEmpty();
        assertThat(run.record()).hasSize(1);
    }

    @Test
    void aColumnThatIsNotThereIsNamedWithItsParty() throws Exception {
        assertThat(federation("{\"column\": \"height\"}").run().failure("host:10000"))
                .contains("host 10000", "no column height");
    }

    private Federation federation(String parameters) throws IOException {
        Federation federation = new Federation(directory, "guest:9999", "host:10000")
                .component(CommonMean::new)
                .parameters(parameters)
                .input("guest:9999", "data", AGES)
                .input("host:10000", "data", AGES);
        ages(federation, "guest:9999", "20", "30");
        ages(federation, "host:10000", "50");
        return federation;
    }

    private static void ages(Federation federation, String party, String... ages) throws IOException {
        try (TableWriter writer = federation.tables(party).create(AGES, TableSchema.of("id", List.of("age"), 1))) {
            for (String age : ages) {
                writer.add(new Row(party + age, List.of(age)));
            }
            writer.commit();
        }
    }
}
