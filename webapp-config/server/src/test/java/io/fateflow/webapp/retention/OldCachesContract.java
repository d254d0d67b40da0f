package io.fateflow.webapp.retention;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.webapp.JobRows;
import io.fateflow.webapp.storage.FileContents;
import io.fateflow.webapp.storage.FolderTables;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

import static org.assertj.core.api.Assertions.assertThat;

/** Rows and files of caches go together. */
abstract class OldCachesContract {

    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
    private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(30));
    private static final String OLD = "202601010000000001";
    private static final String HEIR = "202601010000000002";

    private static final String OPEN = "running";

    @TempDir
    private Path home;

    private JdbcTemplate jdbc;
    private TableStore tables;
    private OldCaches caches;

    /** With this site's tables, and nothing in them. */
    abstract DataSource dataSource() throws SQLException;

    @BeforeEach
    void site() throws SQLException {
        jdbc = new JdbcTemplate(dataSource());
        tables = new TableStore(home.resolve("tables"));
        caches = new OldCaches(
                new FolderTables(tables, new FileContents()).caches(),
                new TrackingStore(jdbc, Clock.systemUTC()).caches(),
                new OldJobs(jdbc));
    }

    @Test
    void aFileGoesAnHourAfterItsLastRow() throws IOException {
        TableName cache = kept("a", LONG_AGO);
        row(OLD, cache);
        row(HEIR, cache);
        tidyTwice();
        assertThat(tables.caches().has(cache)).isTrue();

        forget(OLD);
        tidyTwice();
        assertThat(tables.caches().has(cache)).as("an heir has a row of it").isTrue();

        forget(HEIR);
        assertThat(caches.tidy(
                        Retention.standard(), NOW.plus(Duration.ofHours(3)).toEpochMilli()))
                .as("a row may be copied at this moment")
                .isZero();
        assertThat(caches.tidy(
                        Retention.standard(), NOW.plus(Duration.ofHours(4)).toEpochMilli()))
                .isEqualTo(1);
        assertThat(tables.caches().has(cache)).isFalse();
    }

    @Test
    void aFileOfAnAttemptThatFailedGoesAndTheOneBesideItStays() throws IOException {
        TableName orphan = kept("orphan", LONG_AGO);
        TableName cache = kept("a", LONG_AGO);
        row(OLD, cache);

        tidyTwice();

        assertThat(tables.caches().has(orphan)).isFalse();
        assertThat(tables.caches().has(cache)).isTrue();
    }

    @Test
    void aFileThatAnAttemptMayStillNameStays() throws IOException {
        TableName young = kept("young", NOW.minus(Duration.ofHours(2)));
        TableName ofLongJob = kept("long", LONG_AGO.plus(Duration.ofDays(1)));
        job(OLD, LONG_AGO);

        tidyTwice();

        assertThat(tables.caches().has(young)).isTrue();
        assertThat(tables.caches().has(ofLongJob)).isTrue();
        jdbc.update("update job set status = 'success'");
        tidyTwice();
        assertThat(tables.caches().has(ofLongJob)).isFalse();
    }

    @Test
    void aFileThatGotARowMeanwhileStays() throws IOException {
        TableName cache = kept("a", LONG_AGO);
        caches.tidy(Retention.standard(), NOW.toEpochMilli());
        row(HEIR, cache);

        tidyTwice();

        assertThat(tables.caches().has(cache)).isTrue();
    }

    @Test
    void tablesOfUsersAreNotLookedAt() throws IOException {
        TableName name = new TableName("output_cache_" + OLD + "_intersect_0_0", "mine");
        write(tables, name);
        for (Path file : tables.filesBeside(List.of())) {
            Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        }

        tidyTwice();

        assertThat(tables.has(name)).isTrue();
    }

    private void tidyTwice() throws IOException {
        caches.tidy(Retention.standard(), NOW.toEpochMilli());
        caches.tidy(Retention.standard(), NOW.plus(Duration.ofHours(1)).toEpochMilli());
    }

    private TableName kept(String name, Instant modified) throws IOException {
        TableName table = new TableName("output_cache_" + name, name);
        List<Path> before = tables.caches().filesBeside(List.of());
        write(tables.caches(), table);
        for (Path file : tables.caches().filesBeside(List.of())) {
            if (!before.contains(file)) {
                Files.setLastModifiedTime(file, FileTime.from(modified));
            }
        }
        return table;
    }

    private static void write(TableStore store, TableName name) throws IOException {
        try (TableWriter writer = store.create(name, TableSchema.of("id", List.of("x"), 1))) {
            writer.commit();
        }
    }

    private void job(String id, Instant created) {
        JobRows.insert(jdbc, id, OPEN, created.toEpochMilli());
    }

    private void row(String job, TableName table) {
        jdbc.update("""
                insert into component_cache (job_id, component_name, task_id, task_version, role, party_id, cache_name,
                    cache_key, table_name, table_namespace, create_time)
                values (?, 'intersect_0', ?, 0, 'host', '10000', 'cache', ?, ?, ?, 0)
                """, job, job + "_intersect_0", job, table.name(), table.namespace());
    }

    private void forget(String job) {
        jdbc.update("delete from component_cache where job_id = ?", job);
    }
}
