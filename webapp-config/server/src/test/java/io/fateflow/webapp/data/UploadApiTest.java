package io.fateflow.webapp.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.job.JobSubmission;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.JobRows;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.StubEngine;
import io.fateflow.webapp.home.FateHome;

import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class UploadApiTest {

    private static final String WAITING = "202601021530450000010";

    private static final String PARTS = """
            --b
            Content-Disposition: form-data; name="file"; filename="../a.csv"
            Content-Type: application/octet-stream

            id,x
            1,2
            --b--
            """.replace("\n", "\r\n");

    @Autowired
    private Caller caller;

    @Autowired
    private StubEngine.Jobs jobs;

    @Autowired
    private ReceivedFiles files;

    @Autowired
    private FateHome home;

    @Autowired
    private JdbcTemplate jdbc;

    @BeforeEach
    void nothingSubmitted() {
        jobs.submitted.clear();
    }

    @Test
    void takesJsonAsTheQueryStringWithRawBrackets() throws IOException {
        String answer = upload("%7B%22file%22:%20%22a.csv%22,%20%22head%22:%201,%20%22partition%22:%204,"
                + "%20%22namespace%22:%20%22experiment%22,%20%22table_name%22:%20%22a+b&c=d%22,"
                + "%20%22meta%22:%20%7B%22delimiter%22:%20[1,%202]%7D,%20%22drop%22:%200%7D");

        assertThat(answer)
                .contains("\"namespace\":\"experiment\"", "\"table_name\":\"a+b&c=d\"", "\"retcode\":0", "\"code\":0");
        JsonNode component = component();
        assertThat(component.path("name").asText()).isEqualTo("a+b&c=d");
        assertThat(component.path("head").asInt()).isEqualTo(1);
        assertThat(component.path("destroy").asBoolean(true)).isFalse();
        assertThat(component.path("meta").path("delimiter")).hasSize(2);
        Path file = Path.of(component.path("file").asText());
        assertThat(file).startsWith(home.uploads()).content().isEqualTo("id,x\r\n1,2");
    }

    @Test
    void takesFieldsOfTheFormAndLeavesNothingOfItButTheFile() throws IOException {
        String fields = Stream.of("namespace=e", "table_name=t", "head=1", "partition=3")
                .map(field ->
                        "--b\r\nContent-Disposition: form-data; name=\"" + field.replace("=", "\"\r\n\r\n") + "\r\n")
                .collect(Collectors.joining());

        assertThat(form(fields + PARTS)).contains("\"retcode\":0");
        assertThat(component().path("partition").asInt()).isEqualTo(3);
        assertThat(home.home().resolve("tmp")).isDirectoryNotContaining("glob:**/upload_*");
    }

    @Test
    void aFormOfManyPartsOrATornOneIsRefused() throws IOException {
        String part = "--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx\r\n";

        assertThat(form(part.repeat(101) + PARTS)).contains("FFB-5231", "400");
        assertThat(form(part.replace("x", "x".repeat(70_000)) + PARTS)).contains("FFB-5231", "longer than");
        assertThat(form(PARTS.substring(0, 110))).contains("FFB-5231");
        assertThat(home.home().resolve("tmp")).isDirectoryNotContaining("glob:**/upload_*");
        assertThat(jobs.submitted).isEmpty();
    }

    private String form(String body) throws IOException {
        return caller.raw("POST /v1/data/upload", "localhost", "multipart/form-data; boundary=b", body);
    }

    @Test
    void removesTheFileWhenItsJobIsNoMore() throws IOException {
        upload("namespace=e&table_name=t&head=1&partition=2");
        Path file = Path.of(component().path("file").asText());
        assertThat(file).exists();

        // the stub has no row for its job
        files.sweep();

        assertThat(file).doesNotExist();
    }

    /** Servers with one folder look at each other's notes; one that is begun and not yet written names no job. */
    @Test
    void keepsTheFileWhoseNoteIsBeingWritten() throws IOException {
        upload("namespace=e&table_name=t&head=1&partition=2");
        Path file = Path.of(component().path("file").asText());
        Files.writeString(note(file), "");

        files.sweep();

        assertThat(file).exists();
    }

    @Test
    void keepsTheFileOfAServerThatDiedBeforeItsNoteAsLongAsAJobReadsIt() throws IOException {
        upload("namespace=e&table_name=t&head=1&partition=2");
        Path file = Path.of(component().path("file").asText());
        Files.delete(note(file));
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        JobRows.insert(jdbc, WAITING, "waiting", 0);
        jdbc.update(
                "insert into job_body (job_id, dsl, runtime_conf, train_runtime_conf, dag_key) values (?, '{}', ?, '{}', '')",
                WAITING,
                "{\"file\": \"" + file + "\"}");

        files.sweep();
        assertThat(file).exists();

        jdbc.update("update job set status = 'success' where job_id = ?", WAITING);
        files.sweep();
        assertThat(file).doesNotExist();
        jdbc.update("delete from job_body where job_id = ?", WAITING);
        jdbc.update("delete from job where job_id = ?", WAITING);
    }

    private static Path note(Path file) {
        return file.resolveSibling(file.getFileName() + ".job");
    }

    @Test
    void takesPlainQueryParameters() throws IOException {
        assertThat(upload("namespace=e&table_name=t&head=1&partition=2&drop=1")).contains("\"retcode\":0");
        assertThat(component().path("destroy").asBoolean()).isTrue();
        assertThat(component().path("partition").asInt()).isEqualTo(2);
    }

    @Test
    void takesAFileOfAFolderThatTheOperatorNamed() throws IOException {
        Path file = Files.writeString(incoming().resolve("local.csv"), "id\n1\n");

        assertThat(uploadFile("incoming/local.csv")).contains("\"retcode\":0");
        assertThat(component().path("file").asText()).isEqualTo(file.toString());
    }

    /** Seen before a job is made of it, whose report nobody could keep. */
    @Test
    void saysWhatIsTooLong() throws IOException {
        String ok = "head=1&partition=2&namespace=e&table_name=t";

        assertThat(upload(ok + "&id_delimiter=-----------"))
                .contains("FFB-5113 id_delimiter has 11 characters, 10 are allowed", "\"retcode\":100");
        assertThat(upload(ok.replace("table_name=t", "table_name=" + "t".repeat(256))))
                .contains("FFB-5113 table_name has 256");
        assertThat(upload(ok.replace("namespace=e", "namespace=a%00b"))).contains("FFB-5113 namespace has a control");
        assertThat(jobs.submitted).isEmpty();
    }

    @Test
    void takesNoOtherFileOfTheServer() throws IOException {
        Files.writeString(home.home().resolve("password"), "secret");

        assertThat(uploadFile("/etc/hostname")).contains("FFB-5215", "fate.upload.folders", "\"retcode\":100");
        assertThat(uploadFile("password")).contains("FFB-5215");
        assertThat(uploadFile("incoming/../password")).contains("FFB-5214");
        assertThat(jobs.submitted).isEmpty();
    }

    @Test
    void takesNoLinkAndNoDeviceOutOfTheFolder() throws IOException {
        Path secret = Files.writeString(home.home().resolve("password"), "secret");
        Files.createSymbolicLink(incoming().resolve("link.csv"), secret);
        Files.createSymbolicLink(incoming().resolve("folder"), home.home());
        Files.createDirectory(incoming().resolve("directory.csv"));

        assertThat(uploadFile("incoming/link.csv")).contains("FFB-5216");
        assertThat(uploadFile("incoming/folder/password")).contains("FFB-5216");
        assertThat(uploadFile("incoming/directory.csv")).contains("FFB-5216");
        assertThat(uploadFile("incoming/nothing.csv")).contains("FFB-5216");
        assertThat(jobs.submitted).isEmpty();
    }

    private Path incoming() throws IOException {
        return Files.createDirectories(home.home().resolve("incoming"));
    }

    private String uploadFile(String name) {
        return caller.post(
                        "/v1/data/upload",
                        "{\"file\":\"" + name + "\",\"use_local_data\":0,\"head\":true,\"partition\":\"1\","
                                + "\"namespace\":\"e\",\"table_name\":\"t\"}")
                .body();
    }

    @Test
    void saysWhatIsMissing() throws IOException {
        assertThat(upload("head=1&partition=2"))
                .contains("KeyError('required parameters are missing: namespace,table_name; ')", "\"retcode\":100");
        assertThat(jobs.submitted).isEmpty();
    }

    @Test
    void refusesWhatIsNoNumber() throws IOException {
        assertThat(upload("namespace=e&table_name=t&head=true&partition=2")).contains("\"retcode\":100", "ValueError");
        assertThat(upload("namespace=e&table_name=t&head=1&partition=1024")).contains("\"retcode\":100");
    }

    private JsonNode component() throws IOException {
        assertThat(jobs.submitted).hasSize(1);
        JobSubmission submission = jobs.submitted.get(0);
        assertThat(StubEngine.Jobs.text(submission.dsl()))
                .isEqualTo("{\"components\":{\"upload_0\":{\"module\":\"Upload\"}}}");
        return new ObjectMapper()
                .readTree(StubEngine.Jobs.text(submission.runtimeConf()))
                .at("/component_parameters/role/local/0/upload_0");
    }

    /** By socket: Java's own client would not send such a query. */
    private String upload(String query) throws IOException {
        return caller.raw("POST /v1/data/upload?" + query, "localhost", "multipart/form-data; boundary=b", PARTS);
    }
}
