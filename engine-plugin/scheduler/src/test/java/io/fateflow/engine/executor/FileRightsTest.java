package io.fateflow.engine.executor;

import org.junit.jupiter.api.Test;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.executor.FileRights.NamedFile;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.tracking.TrackingStore.TableRef;

import static org.assertj.core.api.Assertions.assertThat;

class FileRightsTest {

    private static final TaskKey KEY = new TaskKey("1_c_0", 2, new Party("host", 10000));
    private static final TableRef NAMED = new TableRef("breast", "experiment");

    @Test
    void inputsAreWhatTheDslDeclaresAndIsHere() {
        FileRights rights = of("HeteroLR", """
                {"inputs": {
                  "data": {"train_data": [{"name": "a", "namespace": "n"}, {"name": null, "namespace": null}]},
                  "cache": [{"name": "b", "namespace": "n"}]},
                 "component_parameters": {"table": {"name": "breast", "namespace": "experiment"}, "file": "/etc/passwd"}}
                """);

        assertThat(rights.tables()).containsExactly(new TableRef("a", "n"));
        assertThat(rights.caches()).containsExactly(new TableRef("b", "n"));
        assertThat(rights.file()).as("only an Upload reads a file").isEmpty();
        assertThat(rights.target()).isEmpty();
    }

    @Test
    void aReaderReadsItsTable() {
        assertThat(of("Reader", """
                        {"component_parameters": {"table": {"name": "breast", "namespace": "experiment"}}}""").tables()).containsExactly(NAMED);
    }

    @Test
    void anUploadReadsItsFileAndLeavesItsTable() {
        FileRights rights = of("Upload", """
                {"component_parameters": {"file": "/in/a.csv", "name": "breast", "namespace": "experiment"}}""");

        assertThat(rights.file()).contains(new NamedFile("/file", "/in/a.csv"));
        assertThat(rights.mayLeave(NAMED)).isTrue();
        assertThat(rights.mayReplace(NAMED)).isTrue();
        assertThat(rights.tables()).isEmpty();
    }

    @Test
    void aDownloadReadsItsTableAndLeavesItsFile() {
        FileRights rights = of("Download", """
                {"component_parameters": {"output_path": "/out/a.csv", "name": "breast", "namespace": "experiment"}}""");

        assertThat(rights.tables()).containsExactly(NAMED);
        assertThat(rights.target()).contains(new NamedFile("/output_path", "/out/a.csv"));
        assertThat(rights.mayLeave(NAMED)).isFalse();
    }

    @Test
    void aWriterLeavesATableOrAFile() {
        String table = """
                {"component_parameters": {"name": "a", "namespace": "n", "output_name": "breast",
                 "output_namespace": "experiment", "storage_engine": "%s", "address": {"path": "/out/a.csv"}}}""";

        assertThat(of("Writer", table.formatted("")).mayLeave(NAMED)).isTrue();
        assertThat(of("Writer", table.formatted("")).mayReplace(NAMED))
                .as("it refuses a name that is taken")
                .isFalse();
        assertThat(of("Writer", table.formatted("")).target()).isEmpty();
        assertThat(of("Writer", table.formatted("localfs")).target())
                .contains(new NamedFile("/address/path", "/out/a.csv"));
        assertThat(of("Writer", table.formatted("MYSQL")).target()).isEmpty();
    }

    @Test
    void whatItMakesHasNamesOfItsOwnAttempt() {
        FileRights rights = of("Intersection", "{}");

        assertThat(rights.mayLeave(new TableRef("x", "output_data_1_c_0_2"))).isTrue();
        assertThat(rights.mayLeave(new TableRef("x", "output_data_1_c_0_1"))).isFalse();
        assertThat(rights.mayLeave(NAMED)).isFalse();
        assertThat(rights.mayLeaveCache(new TableRef("x", "output_cache_1_c_0_2")))
                .isTrue();
        assertThat(rights.mayLeaveCache(new TableRef("x", "output_data_1_c_0_2")))
                .isFalse();
    }

    private static FileRights of(String module, String config) {
        return FileRights.of(KEY, module, Json.read(config));
    }
}
