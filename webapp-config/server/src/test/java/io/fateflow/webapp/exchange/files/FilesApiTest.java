package io.fateflow.webapp.exchange.files;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.transfer.IncomingFiles;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.worker.digest.Sha256;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

import static org.assertj.core.api.Assertions.assertThat;

/** What the server gives whom, and takes from whom. */
@ServerTest
class FilesApiTest {

    private static final TableName NAME = new TableName("experiment", "breast");
    private static final TableName OTHER = new TableName("experiment", "salaries");
    private static final String CONTENT = "/v1/exchange/files/content";

    @Autowired
    private Caller caller;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private FateHome home;

    @Autowired
    private IncomingFiles incoming;

    @TempDir
    private Path machine;

    private TableStore site;
    private TableStore own;
    private AttemptOfTest attempt;

    @BeforeEach
    void begin() throws IOException {
        site = new TableStore(home.tables());
        own = new TableStore(machine);
        AttemptOfTest.write(site, NAME, 10);
        AttemptOfTest.write(site, OTHER, 10);
        attempt =
                new AttemptOfTest(jdbc, "Reader", "{\"table\": {\"name\": \"breast\", \"namespace\": \"experiment\"}}");
    }

    @AfterEach
    void none() throws IOException {
        attempt.remove();
        incoming.close(attempt.session());
        site.delete(NAME);
        site.delete(OTHER);
    }

    @Test
    void givesTheRestOfAFile() throws IOException {
        byte[] all = Files.readAllBytes(site.stored(NAME).orElseThrow());

        HttpResponse<byte[]> answer = caller.send(
                as(attempt.token(), CONTENT + named("table", NAME) + "&sha256=" + Sha256.hex(all))
                        .header("Range", "bytes=100-")
                        .GET(),
                BodyHandlers.ofByteArray());

        assertThat(answer.statusCode()).isEqualTo(206);
        assertThat(answer.body()).isEqualTo(Arrays.copyOfRange(all, 100, all.length));
    }

    @Test
    void anAttemptGetsNoTableThatItsConfDoesNotName() throws IOException {
        String sha256 = Sha256.ofFile(site.stored(OTHER).orElseThrow());

        HttpResponse<String> answer = get(attempt.token(), CONTENT + named("table", OTHER) + "&sha256=" + sha256);

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("FFB-5241", "salaries");
        assertThat(get(attempt.token(), "/v1/exchange/files").body())
                .contains("breast")
                .doesNotContain("salaries");
    }

    @Test
    void aTableThatWasReplacedMeanwhileIsSaidToBe() throws IOException {
        String before = Sha256.ofFile(site.stored(NAME).orElseThrow());
        AttemptOfTest.write(site, NAME, 11);

        HttpResponse<String> answer = get(attempt.token(), CONTENT + named("table", NAME) + "&sha256=" + before);

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("FFB-5244");
    }

    @Test
    void nobodyGetsAnythingWithoutTheTokenOfALiveAttempt() {
        assertThat(caller.get("/v1/exchange/files").statusCode()).isEqualTo(401);
        assertThat(get("ended/host/10000", "/v1/exchange/files").statusCode()).isEqualTo(410);
        assertThat(get("unknown/host/10000", "/v1/exchange/files").statusCode()).isEqualTo(410);
    }

    @Test
    void whatIsLeftIsInItsPlaceOnceItIsWhole() throws IOException {
        TableName made = attempt.output("made");
        Path file = made(made, 1_000);
        byte[] all = Files.readAllBytes(file);

        assertThat(put(made, file, 0, Arrays.copyOf(all, 500)).body()).isEqualTo("{\"received\":500,\"stored\":false}");
        assertThat(site.stored(made)).isEmpty();
        assertThat(put(made, file, 500, Arrays.copyOfRange(all, 500, all.length))
                        .body())
                .isEqualTo("{\"received\":" + all.length + ",\"stored\":true}");

        assertThat(AttemptOfTest.read(site, made)).hasSize(1_000);
        assertThat(received(made, file)).isEqualTo("{\"received\":" + all.length + ",\"stored\":true}");
        assertThat(put(made, file, 0, all).body()).as("whose answer was lost").contains("\"stored\":true");
    }

    /** The row has ended, and this server has not heard of it yet. */
    @Test
    void whatAnAttemptLeavesThatHasEndedMeanwhileCountsForNothing() throws IOException {
        attempt.remove();
        attempt = new AttemptOfTest(
                jdbc, "Upload", "{\"file\": \"f\", \"name\": \"breast\", \"namespace\": \"experiment\"}");
        Path file = made(NAME, 3);
        byte[] all = Files.readAllBytes(file);
        put(NAME, file, 0, Arrays.copyOf(all, 50));
        attempt.end();

        HttpResponse<String> answer = put(NAME, file, 50, Arrays.copyOfRange(all, 50, all.length));

        assertThat(answer.statusCode()).isEqualTo(410);
        assertThat(answer.body()).contains("FFB-5201");
        assertThat(AttemptOfTest.read(site, NAME)).as("what was there before").hasSize(10);
    }

    @Test
    void anAttemptLeavesNothingUnderNamesThatAreNotItsOwn() throws IOException {
        HttpResponse<String> answer = put(OTHER, made(OTHER, 3), 0, new byte[0]);

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("FFB-5241", "salaries");
        assertThat(AttemptOfTest.read(site, OTHER)).hasSize(10);
    }

    /** Parties of one site share the attempt's namespace. */
    @Test
    void anAttemptReplacesNoOutputThatIsThere() throws IOException {
        TableName made = attempt.output("made");
        AttemptOfTest.write(site, made, 10);

        HttpResponse<String> answer = put(made, made(made, 3), 0, new byte[0]);

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("FFB-5242");
        assertThat(AttemptOfTest.read(site, made)).hasSize(10);
    }

    @Test
    void aWriterReplacesNoTableThatIsThere() throws IOException {
        attempt.remove();
        attempt = new AttemptOfTest(jdbc, "Writer", """
                {"name": "breast", "namespace": "experiment", "output_name": "salaries", "output_namespace": "experiment"}""");
        Path file = made(OTHER, 3);
        HttpResponse<String> asTable = put(OTHER, file, 0, Files.readAllBytes(file));
        assertThat(AttemptOfTest.read(site, OTHER)).hasSize(10);
        site.delete(OTHER);
        site.bind(OTHER, Json.object().put("file", "/srv/salaries.csv"));
        HttpResponse<String> asBound = put(OTHER, file, 0, Files.readAllBytes(file));

        assertThat(List.of(asTable, asBound)).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body()).contains("FFB-5242", "salaries");
        });
        assertThat(site.bound(OTHER)).isPresent();
        site.delete(OTHER);
        assertThat(put(OTHER, file, 0, Files.readAllBytes(file)).body()).contains("\"stored\":true");
    }

    @Test
    void whatHasArrivedOtherwiseThanAnnouncedIsToBeSentAgain() throws IOException {
        TableName made = attempt.output("made");
        Path file = made(made, 100);
        byte[] other = Files.readAllBytes(file);
        other[200]++;

        HttpResponse<String> answer = put(made, file, 0, other);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("FFB-5243");
        assertThat(received(made, file)).isEqualTo("{\"received\":0,\"stored\":false}");
    }

    @Test
    void whatIsNoTableIsRefusedForGood() throws IOException {
        TableName made = attempt.output("made");
        Path file = Files.writeString(machine.resolve("text"), "no table at all, whatever it says");

        HttpResponse<String> answer = put(made, file, 0, Files.readAllBytes(file));

        assertThat(answer.statusCode()).as("not tried again").isEqualTo(422);
        assertThat(answer.body()).contains("FFB-5262", made.name());
        assertThat(site.stored(made)).isEmpty();
        assertThat(received(made, file)).as("nothing of it is kept").isEqualTo("{\"received\":0,\"stored\":false}");
    }

    @Test
    void whatIsNoTableIsNoCacheEither() throws IOException {
        TableName kept = attempt.cacheOutput("kept");
        Path file = Files.createFile(machine.resolve("empty"));

        HttpResponse<String> answer = caller.send(as(
                        attempt.token(),
                        CONTENT + named("cache", kept) + "&size=0&sha256=" + Sha256.ofFile(file) + "&offset=0")
                .PUT(BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("FFB-5262");
        assertThat(site.caches().stored(kept)).isEmpty();
    }

    private Path made(TableName name, int rows) throws IOException {
        AttemptOfTest.write(own, name, rows);
        return own.stored(name).orElseThrow();
    }

    private HttpResponse<String> put(TableName name, Path file, long offset, byte[] data) throws IOException {
        return caller.send(as(attempt.token(), CONTENT + described(name, file) + "&offset=" + offset)
                .PUT(BodyPublishers.ofByteArray(data)));
    }

    private String received(TableName name, Path file) throws IOException {
        return get(attempt.token(), "/v1/exchange/files/received" + described(name, file))
                .body();
    }

    private static String described(TableName name, Path file) throws IOException {
        return named("table", name) + "&size=" + Files.size(file) + "&sha256=" + Sha256.ofFile(file);
    }

    private static String named(String kind, TableName name) {
        return "?kind=" + kind + "&namespace=" + name.namespace() + "&name=" + name.name();
    }

    private HttpResponse<String> get(String token, String path) {
        return caller.send(as(token, path).GET());
    }

    private HttpRequest.Builder as(String token, String path) {
        return caller.request(path).header("Authorization", "Bearer " + token);
    }
}
