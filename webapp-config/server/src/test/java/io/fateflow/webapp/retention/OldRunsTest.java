package io.fateflow.webapp.retention;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.storage.log.FolderLogs;

import static org.assertj.core.api.Assertions.assertThat;

/** What of a node's files goes with time, and what never does. */
final class OldRunsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
    private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(30));

    private final SingleConnectionDataSource database =
            new SingleConnectionDataSource("jdbc:h2:mem:old-runs", "sa", "", true);
    private final JdbcTemplate jdbc = new JdbcTemplate(database);

    @TempDir
    private Path home;

    @BeforeEach
    void jobs() {
        jdbc.execute("create table job (job_id varchar(25), status varchar(50), update_time bigint)");
    }

    @AfterEach
    void close() {
        jdbc.execute("drop table job");
        database.destroy();
    }

    @Test
    void removesRunsAndLogsOfJobsThatEndedLongAgo() throws IOException {
        job("202601010000000001", "success", LONG_AGO);
        Path run = directory("jobs/202601010000000001/guest/9999", LONG_AGO);
        Path log = directory("logs/202601010000000001/guest/9999", LONG_AGO);
        Path unknown = directory("jobs/202601010000000002", LONG_AGO);

        assertThat(tidy()).isEqualTo(3);

        assertThat(run).doesNotExist();
        assertThat(log).doesNotExist();
        assertThat(unknown).doesNotExist();
    }

    @Test
    void keepsThoseOfAJobThatHasNotEndedOrNotLongAgo() throws IOException {
        job("202601010000000001", "running", LONG_AGO);
        job("202601010000000002", "success", NOW.minus(Duration.ofDays(1)));
        directory("jobs/202601010000000001", LONG_AGO);
        directory("logs/202601010000000002", LONG_AGO);
        directory("jobs/202601010000000003", NOW.minus(Duration.ofHours(1)));

        assertThat(tidy()).isZero();
    }

    @Test
    void leavesAloneWhatIsNoDirectoryOfAnEndedJob() throws IOException {
        Path elsewhere = directory("elsewhere", LONG_AGO);
        Files.writeString(elsewhere.resolve("precious"), "x");
        // what was written into it has made it young
        Files.setLastModifiedTime(elsewhere, FileTime.from(LONG_AGO));
        Files.createDirectories(home.resolve("jobs"));
        Files.createSymbolicLink(home.resolve("jobs/202601010000000001"), elsewhere);
        Path uploads = directory("jobs/fate_upload_tmp", LONG_AGO);
        Path server = home.resolve("logs/server.log");
        Files.createDirectories(server.getParent());
        Files.writeString(server, "x");
        Files.setLastModifiedTime(server, FileTime.from(LONG_AGO));

        assertThat(tidy()).isZero();

        assertThat(elsewhere.resolve("precious")).exists();
        assertThat(uploads).exists();
        assertThat(server).exists();
    }

    @Test
    void removesPartsOfUploadsThatBrokeOff() throws IOException {
        Path old = Files.writeString(directory("tmp/work", NOW).resolve("upload_1.tmp"), "x");
        Files.setLastModifiedTime(old, FileTime.from(LONG_AGO));
        Path young = Files.writeString(home.resolve("tmp/upload_2.tmp"), "x");
        Files.setLastModifiedTime(young, FileTime.from(NOW));

        assertThat(new Leftovers(new FateHome(home)).tidy(Retention.standard(), NOW.toEpochMilli()))
                .isEqualTo(1);

        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    private int tidy() throws IOException {
        return new OldRuns(new FateHome(home), new FolderLogs(home.resolve("logs")), new OldJobs(jdbc))
                .tidy(Retention.standard(), NOW.toEpochMilli());
    }

    private void job(String id, String status, Instant updated) {
        jdbc.update("insert into job values (?, ?, ?)", id, status, updated.toEpochMilli());
    }

    private Path directory(String name, Instant modified) throws IOException {
        Path directory = Files.createDirectories(home.resolve(name));
        Path top = name.startsWith("jobs") || name.startsWith("logs")
                ? home.resolve(Path.of(name).subpath(0, 2))
                : directory;
        Files.setLastModifiedTime(top, FileTime.from(modified));
        return directory;
    }
}
