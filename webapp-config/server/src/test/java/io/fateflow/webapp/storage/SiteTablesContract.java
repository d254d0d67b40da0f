package io.fateflow.webapp.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.database.Json;
import io.fateflow.webapp.storage.SiteTables.Arrived;
import io.fateflow.webapp.storage.SiteTables.Kept;
import io.fateflow.worker.digest.Sha256;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the server may rely on, wherever tables are. */
abstract class SiteTablesContract {

    static final TableName NAME = new TableName("experiment", "breast");
    static final TableName OTHER = new TableName("experiment", "other");

    @TempDir
    Path directory;

    /** With nothing in them, on the disk of {@link #directory}. */
    abstract SiteTables tables();

    @Test
    void whatHasArrivedIsThereOnceItIsPublished() throws IOException {
        SiteTables tables = tables();
        Path whole = made(20_000);
        Content content = content(whole);
        byte[] bytes = Files.readAllBytes(whole);

        Arrived arrived = tables.arrive(NAME, whole, content);
        assertThat(tables.has(NAME)).isFalse();
        assertThat(tables.content(NAME)).isEmpty();
        assertThat(tables.read(NAME)).isEmpty();

        arrived.publish();
        arrived.publish();
        assertThat(tables.has(NAME)).isTrue();
        assertThat(tables.content(NAME)).contains(content);
        assertThat(bytes(tables.open(NAME, content))).isEqualTo(bytes);
        assertThat(rows(tables)).isEqualTo(20_000);
        assertThat(whole).as("what has arrived is in its place").doesNotExist();
    }

    @Test
    void whatIsAbandonedIsNotThere() throws IOException {
        SiteTables tables = tables();
        Path whole = made(3);

        tables.arrive(NAME, whole, content(whole)).abandon();

        assertThat(tables.has(NAME)).isFalse();
        assertThat(whole).doesNotExist();
    }

    @Test
    void aReaderIsToldThatThereIsAnotherByNow() throws IOException {
        SiteTables tables = tables();
        Content before = put(tables, NAME, 3);
        put(tables, NAME, 4);

        assertThatThrownBy(() -> tables.open(NAME, before)).isInstanceOf(NoSuchFileException.class);
        assertThat(rows(tables)).isEqualTo(4);
    }

    @Test
    void bytesAreReadFromAnywhere() throws IOException {
        SiteTables tables = tables();
        Path whole = made(100);
        byte[] bytes = Files.readAllBytes(whole);
        Content content = content(whole);
        tables.arrive(NAME, whole, content).publish();

        try (SeekableByteChannel channel = tables.open(NAME, content)) {
            assertThat(channel.size()).isEqualTo(bytes.length);
            channel.position(bytes.length - 2);
            ByteBuffer end = ByteBuffer.allocate(10);
            assertThat(channel.read(end)).isEqualTo(2);
            assertThat(channel.read(end)).isEqualTo(-1);
            channel.position(1);
            channel.read(end.clear().limit(1));
            assertThat(end.get(0)).isEqualTo(bytes[1]);
        }
    }

    @Test
    void somethingElseStandsForATableUntilThatIsThere() throws IOException {
        SiteTables tables = tables();
        put(tables, NAME, 3);

        tables.bind(NAME, Json.object().put("file", "/data/breast.csv"));

        assertThat(tables.has(NAME)).isTrue();
        assertThat(tables.content(NAME)).isEmpty();
        assertThat(tables.bound(NAME).orElseThrow().path("file").asText()).isEqualTo("/data/breast.csv");
        put(tables, NAME, 5);
        assertThat(tables.bound(NAME)).isEmpty();
        assertThat(rows(tables)).isEqualTo(5);
    }

    @Test
    void whatIsDeletedIsGoneAndNothingElse() throws IOException {
        SiteTables tables = tables();
        put(tables, NAME, 3);
        put(tables, OTHER, 3);
        put(tables.caches(), NAME, 2);

        tables.delete(NAME);
        tables.delete(NAME);

        assertThat(tables.has(NAME)).isFalse();
        assertThat(tables.has(OTHER)).isTrue();
        assertThat(tables.caches().has(NAME)).isTrue();
    }

    @Test
    void cachesThatNobodyNamesAreFoundAndRemoved() throws IOException {
        SiteTables caches = tables().caches();
        put(caches, NAME, 3);
        put(caches, OTHER, 3);

        List<Kept> others = caches.beside(List.of(NAME));

        assertThat(others).hasSize(1);
        assertThat(caches.remove(others.get(0))).isTrue();
        assertThat(caches.remove(others.get(0))).isFalse();
        assertThat(caches.has(OTHER)).isFalse();
        assertThat(caches.has(NAME)).isTrue();
    }

    Content put(SiteTables tables, TableName name, int rows) throws IOException {
        Path whole = made(rows);
        Content content = content(whole);
        tables.arrive(name, whole, content).publish();
        return content;
    }

    Path made(int rows) throws IOException {
        TableStore store = new TableStore(directory.resolve(UUID.randomUUID().toString()));
        try (TableWriter writer = store.create(NAME, TableSchema.of("id", List.of("x"), 1))) {
            for (int row : IntStream.range(0, rows).toArray()) {
                writer.add(new Row("id" + row, List.of("v" + row)));
            }
            writer.commit();
        }
        return store.stored(NAME).orElseThrow();
    }

    static Content content(Path file) throws IOException {
        return new Content(Files.size(file), Sha256.ofFile(file));
    }

    private static long rows(SiteTables tables) throws IOException {
        try (TableReader reader = tables.read(NAME).orElseThrow()) {
            long rows = 0;
            for (List<Row> batch = reader.next(); !batch.isEmpty(); batch = reader.next()) {
                rows += batch.size();
            }
            return rows;
        }
    }

    static byte[] bytes(SeekableByteChannel channel) throws IOException {
        try (channel) {
            return Channels.newInputStream(channel).readAllBytes();
        }
    }
}
