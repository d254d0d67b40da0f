package io.fateflow.webapp.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.fateflow.database.Json;
import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.s3.RunningStore;
import io.fateflow.s3.StoreProcess;
import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStore.StoredObject;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.AtRestException;
import io.fateflow.webapp.atrest.AtRestProperties.OlderFiles;
import io.fateflow.webapp.atrest.KeyFiles;
import io.fateflow.worker.site.FileCache;
import io.fateflow.worker.table.TableReader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ObjectTablesTest extends SiteTablesContract {

    @RegisterExtension
    static final RunningStore RUNNING = new RunningStore();

    private final StoreProcess process = RUNNING.process();
    private final ObjectStore store = RUNNING.store();

    @Override
    SiteTables tables() {
        return tables("cache", 1 << 20);
    }

    private SiteTables tables(String cache, long most) {
        return new ObjectTables(store, new FileCache(directory.resolve(cache), most), AtRest.off());
    }

    @Test
    void rowsAreEncryptedWhereTheSiteHasKeys() throws IOException {
        Content before = put(tables(), OTHER, 1000);
        SiteTables tables =
                new ObjectTables(store, new FileCache(directory.resolve("none"), 0), KeyFiles.site(directory, 1));
        Path whole = made(20_000);
        byte[] bytes = Files.readAllBytes(whole);
        Content content = content(whole);

        tables.arrive(NAME, whole, content).publish();

        assertThat(tables.content(NAME)).contains(content);
        assertThat(bytes(tables.open(NAME, content))).isEqualTo(bytes);
        assertThat(tables.content(OTHER)).as("of before the first key").contains(before);
        assertThat(bytes(tables.open(OTHER, before))).hasSize((int) before.size());
        assertThat(whole).doesNotExist();
        assertThat(directory.resolve("none").resolve(content.sha256())).doesNotExist();
        for (StoredObject rows : store.list(ObjectTables.ROWS + ObjectTables.TABLES + NAME.path())) {
            try (InputStream in = store.open(rows.key(), 0)) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
                        .startsWith("FATEENC1")
                        .doesNotContain("id17", "ARROW1");
            }
        }
        assertThatThrownBy(() -> bytes(tables().open(NAME, content)))
                .as("a server without the key")
                .hasMessageContainingAll("FFB-5322", "rows/", NAME.name());
    }

    @Test
    void olderRowsThatArePutBackAreFound() throws IOException {
        AtRest site = KeyFiles.site(directory, new TestVersions("objects").versions(), OlderFiles.REFUSE, 1);
        SiteTables tables = new ObjectTables(store, new FileCache(directory.resolve("none"), 0), site);
        put(tables, NAME, 10);
        String key = ObjectTables.TABLES + NAME.path();
        byte[] entry = store.read(key).orElseThrow();
        String rows = store.list(ObjectTables.ROWS + key).get(0).key();
        Path older = directory.resolve("older");
        try (InputStream in = store.open(rows, 0)) {
            Files.copy(in, older);
        }
        Content newest = put(tables, NAME, 20);
        assertThat(bytes(tables.open(NAME, newest))).hasSize((int) newest.size());

        store.upload(rows, older);
        store.write(key, entry);

        assertThatThrownBy(() -> tables.read(NAME))
                .isInstanceOf(AtRestException.class)
                .hasMessageContainingAll("FFB-5328", rows, NAME.name());
        put(tables, NAME, 30);
        assertThat(tables.read(NAME)).isPresent().hasValueSatisfying(ObjectTablesTest::close);
    }

    private static void close(TableReader reader) {
        try {
            reader.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anotherServerReadsWhatOneHasStored() throws IOException {
        Path whole = made(20_000);
        byte[] bytes = Files.readAllBytes(whole);
        Content content = content(whole);
        tables("one", 1 << 20).arrive(NAME, whole, content).publish();

        SiteTables other = tables("two", 1 << 20);

        assertThat(other.content(NAME)).contains(content);
        assertThat(bytes(other.open(NAME, content))).isEqualTo(bytes);
    }

    @Test
    void whatWentThroughThisServerIsReadHere() throws IOException {
        SiteTables tables = tables();
        Content content = put(tables, NAME, 100);
        store.list(ObjectTables.ROWS).forEach(rows -> assertThat(rows.size()).isEqualTo(content.size()));

        assertThat(directory.resolve("cache").resolve(content.sha256())).exists();
        assertThat(tables("none", 0).content(NAME)).contains(content);
    }

    @Test
    void rowsThatWereReplacedDoNotStay() throws IOException {
        SiteTables tables = tables();
        put(tables, NAME, 3);
        put(tables, NAME, 4);
        assertThat(store.list(ObjectTables.ROWS)).hasSize(1);

        tables.bind(NAME, Json.object().put("file", "f"));
        assertThat(store.list(ObjectTables.ROWS)).isEmpty();
    }

    @Test
    void whatWasUploadedAndNeverPublishedGoesAfterAWhile() throws IOException {
        SiteTables tables = tables();
        put(tables, NAME, 3);
        Path lost = made(5);
        tables.arrive(NAME, lost, content(lost));
        OldObjects old = new OldObjects(store);
        Instant now = Instant.now();

        assertThat(old.tidy(Retention.standard(), now.toEpochMilli())).isZero();
        assertThat(store.list(ObjectTables.ROWS)).hasSize(2);
        assertThat(old.tidy(Retention.standard(), now.plus(Duration.ofDays(3)).toEpochMilli()))
                .isEqualTo(1);
        assertThat(store.list(ObjectTables.ROWS)).hasSize(1);
        assertThat(tables.content(NAME)).isPresent();
    }

    @Test
    void aTableIsWhatItWasWhenTheStoreGoesAwayBeforeTheLastObject() throws IOException {
        SiteTables tables = tables();
        Content before = put(tables, NAME, 3);
        Path whole = made(5);
        SiteTables.Arrived arrived = tables.arrive(NAME, whole, content(whole));
        process.kill();
        try {
            assertThatThrownBy(arrived::publish).hasMessageContaining("FFB-5263");
        } finally {
            process.start();
        }

        assertThat(tables.content(NAME)).contains(before);
        arrived.publish();
        assertThat(tables.content(NAME)).isPresent().get().isNotEqualTo(before);
    }
}
