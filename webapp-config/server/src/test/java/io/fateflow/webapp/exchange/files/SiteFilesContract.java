package io.fateflow.webapp.exchange.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.worker.site.SiteFiles;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

import static org.assertj.core.api.Assertions.assertThat;

/** What a component may rely on, wherever its files come from. */
abstract class SiteFilesContract {

    private static final TableName NAME = new TableName("experiment", "breast");
    private static final String READER = "{\"table\": {\"name\": \"breast\", \"namespace\": \"experiment\"}}";
    private static final int ROWS = 20_000;

    @Autowired
    JdbcTemplate jdbc;

    @Autowired
    Caller caller;

    @Autowired
    FateHome home;

    @TempDir
    Path machine;

    private final List<AttemptOfTest> attempts = new ArrayList<>();

    /** An attempt, its files, and the store that its component uses. */
    record Given(AttemptOfTest attempt, SiteFiles files, TableStore store) {}

    abstract Given given(AttemptOfTest attempt);

    private Given begin(String module, String parameters) {
        AttemptOfTest attempt = new AttemptOfTest(jdbc, module, parameters);
        attempts.add(attempt);
        return given(attempt);
    }

    private TableStore site() {
        return new TableStore(home.tables());
    }

    @AfterEach
    void none() throws IOException {
        attempts.forEach(AttemptOfTest::remove);
        site().delete(NAME);
    }

    @Test
    void aTableThatTheConfNamesIsInTheStore() throws Exception {
        Given given = begin("Reader", READER);
        AttemptOfTest.write(site(), NAME, ROWS);

        ObjectNode parameters = given.files().bring((ObjectNode) Json.read(READER));

        assertThat(AttemptOfTest.read(given.store(), NAME)).hasSize(ROWS).isEqualTo(AttemptOfTest.read(site(), NAME));
        assertThat(parameters).isEqualTo(Json.read(READER));
    }

    @Test
    void aTableThatTheSiteDoesNotHaveIsNotInTheStore() throws Exception {
        Given given = begin("Reader", READER);

        given.files().bring((ObjectNode) Json.read(READER));

        assertThat(given.store().find(NAME)).isEmpty();
        assertThat(given.store().bound(NAME)).isEmpty();
    }

    @Test
    void aFileThatStandsForATableIsReadWhereTheStoreSays() throws Exception {
        Given given = begin("Reader", READER);
        Path file = Files.writeString(
                Files.createDirectories(home.home().resolve("incoming")).resolve("breast.csv"), "id,x\n1,2\n");
        site().bind(NAME, Json.object().put("file", file.toString()).put("head", 1));

        given.files().bring((ObjectNode) Json.read(READER));

        ObjectNode how = given.store().bound(NAME).orElseThrow();
        assertThat(how.path("head").asInt()).isOne();
        assertThat(Path.of(how.path("file").asText())).hasContent("id,x\n1,2");
    }

    @Test
    void aFileThatIsUploadedIsReadWhereTheParametersSay() throws Exception {
        Path file = Files.writeString(
                Files.createDirectories(home.home().resolve("incoming")).resolve("new.csv"), "id,x\n1,2\n");
        String upload = Json.object()
                .put("file", file.toString())
                .put("name", "new")
                .put("namespace", "experiment")
                .toString();
        Given given = begin("Upload", upload);

        ObjectNode parameters = given.files().bring((ObjectNode) Json.read(upload));

        assertThat(Path.of(parameters.path("file").asText())).hasContent("id,x\n1,2");
    }

    @Test
    void whatWasMadeIsAtTheSite() throws Exception {
        Given given = begin("DataStatistics", "{}");
        given.files().bring(Json.object());
        TableName made = given.attempt().output("made");
        TableName cache = given.attempt().cacheOutput("kept");
        AttemptOfTest.write(given.store(), made, ROWS);
        AttemptOfTest.write(given.store().caches(), cache, 3);

        given.files().giveBack(List.of(made), List.of(cache));

        assertThat(AttemptOfTest.read(site(), made)).hasSize(ROWS).isEqualTo(AttemptOfTest.read(given.store(), made));
        assertThat(AttemptOfTest.read(site().caches(), cache)).hasSize(3);
    }

    @Test
    void anUploadReplacesTheTableOfItsName() throws Exception {
        String upload = "{\"file\": \"f\", \"name\": \"breast\", \"namespace\": \"experiment\"}";
        Given given = begin("Upload", upload);
        AttemptOfTest.write(site(), NAME, 1);
        given.files().bring((ObjectNode) Json.read(upload));
        AttemptOfTest.write(given.store(), NAME, 5);

        given.files().giveBack(List.of(NAME), List.of());

        assertThat(AttemptOfTest.read(site(), NAME)).hasSize(5);
    }
}
