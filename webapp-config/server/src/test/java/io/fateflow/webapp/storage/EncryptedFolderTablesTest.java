package io.fateflow.webapp.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.fateflow.database.Json;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.AtRestException;
import io.fateflow.webapp.atrest.KeyFiles;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class EncryptedFolderTablesTest extends SiteTablesContract {

    private static final Instant LATER = Instant.MAX;

    @Override
    FolderTables tables() {
        return tables(1);
    }

    /** Of a server that has these keys. */
    private FolderTables tables(int... keys) {
        try {
            return tables(KeyFiles.site(directory, keys));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FolderTables tables(AtRest atRest) {
        return new FolderTables(store(), new FileContents(), atRest);
    }

    private TableStore store() {
        return new TableStore(directory.resolve("tables"));
    }

    @Test
    void nothingOfATableStandsOnTheDisk() throws IOException {
        FolderTables tables = tables();
        put(tables, NAME, 1000);
        put(tables.caches(), NAME, 1000);

        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)).hasSizeGreaterThan(2).allSatisfy(file -> assertThat(
                            new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                    .as(file.toString())
                    .doesNotContain("id17", "v17", "ARROW1"));
        }
        assertThat(tables.files()).hasSize(1);
        assertThat(tables.caches().files()).hasSize(1);
    }

    @Test
    void whatAnotherServerHasEncryptedIsTheSameContent() throws IOException {
        Content content = put(tables(), NAME, 1000);

        assertThat(tables().content(NAME)).contains(content);
    }

    @Test
    void anotherTablesFileIsNotTakenForThisOnes() throws IOException {
        FolderTables tables = tables();
        put(tables, NAME, 1000);
        put(tables, OTHER, 1000);
        Files.copy(store().file(OTHER), store().file(NAME), StandardCopyOption.REPLACE_EXISTING);

        assertThatThrownBy(() -> tables.content(NAME))
                .isInstanceOf(AtRestException.class)
                .hasMessageContainingAll("FFB-5321", store().file(NAME).toString());
        assertThatThrownBy(() -> tables.read(NAME)).hasMessageContaining("FFB-5321");
    }

    @Test
    void tablesOfBeforeTheFirstKeyAreReadAndEncryptedLater() throws IOException {
        FolderTables before = tables(AtRest.off());
        Content plain = put(before, NAME, 1000);
        Content cached = put(before.caches(), OTHER, 10);
        FolderTables tables = tables();
        assertThat(tables.content(NAME)).contains(plain);

        assertThat(tables.encryptAnew(LATER) + tables.caches().encryptAnew(LATER))
                .isEqualTo(2);

        assertThat(AtRest.keyOf(store().file(NAME))).contains(KeyFiles.id(1));
        assertThat(tables.content(NAME)).contains(plain);
        assertThat(bytes(tables.open(NAME, plain))).hasSize((int) plain.size());
        assertThat(tables().caches().content(OTHER)).contains(cached);
        assertThat(tables.encryptAnew(LATER)).as("nothing is left to be done").isZero();
    }

    @Test
    void whatAnOlderKeyHasEncryptedIsEncryptedAnewAndNeedsItNoMore() throws IOException {
        Content content = put(tables(1), NAME, 1000);

        assertThat(tables(2, 1).encryptAnew(LATER)).isEqualTo(1);

        assertThat(tables(2).content(NAME)).contains(content);
    }

    @Test
    void whatCannotBeReadStaysAndKeepsNobodyFromTheRest() throws IOException {
        put(tables(1), NAME, 1000);
        put(tables(2), OTHER, 1000);

        assertThat(tables(3, 2).encryptAnew(LATER)).isEqualTo(1);

        assertThat(AtRest.keyOf(store().file(NAME))).contains(KeyFiles.id(1));
        assertThat(AtRest.keyOf(store().file(OTHER))).contains(KeyFiles.id(3));
    }

    @Test
    void noOtherFileIsBegunWhenItsTimeIsOver() throws IOException {
        put(tables(1), NAME, 10);

        assertThat(tables(2, 1).encryptAnew(Instant.MIN)).isZero();
    }

    @Test
    void whatIsRemovedWhileItIsEncryptedAnewStaysSo() throws Exception {
        put(tables(1), NAME, 10);
        AtRest site = KeyFiles.site(directory, 2, 1);
        FutureTask<Integer> anew = new FutureTask<>(() -> tables(site).encryptAnew(LATER));
        Thread thread = new Thread(anew);

        site.replacing(() -> {
            thread.start();
            // it has the content, and wants to put it in its place
            await().until(() -> thread.getState() == Thread.State.WAITING);
            return store().delete(NAME);
        });

        assertThat(anew.get()).isZero();
        assertThat(tables(site).has(NAME)).isFalse();
    }

    @Test
    void whoReplacesOrRemovesATableWaitsForThatMoment() throws Exception {
        AtRest site = KeyFiles.site(directory, 1);
        FolderTables tables = tables(site);
        put(tables, NAME, 10);
        Path whole = made(20);
        SiteTables.Arrived arrived = tables.arrive(OTHER, whole, content(whole));
        List<Callable<Boolean>> changes = List.of(
                () -> {
                    tables.delete(NAME);
                    return true;
                },
                () -> {
                    arrived.publish();
                    return true;
                });
        for (Callable<Boolean> change : changes) {
            FutureTask<Boolean> changed = new FutureTask<>(change);
            Thread thread = new Thread(changed);
            site.replacing(() -> {
                thread.start();
                await().until(() -> thread.getState() == Thread.State.WAITING);
                return true;
            });
            assertThat(changed.get()).isTrue();
        }
        assertThat(tables.has(NAME)).isFalse();
        assertThat(tables.has(OTHER)).isTrue();
    }

    @Test
    void executorsThatShareTheFolderAreToldSo() throws IOException {
        Files.createDirectories(directory.resolve("tables"));
        Files.writeString(TableStore.encryptedMarker(directory.resolve("tables")), "");
        put(tables(), NAME, 10);

        assertThatThrownBy(() -> store().open(NAME)).hasMessageContainingAll("FFB-5324", "--no-shared-folder");
        assertThatThrownBy(() -> store().create(NAME, TableSchema.of("id", List.of("x"), 1)))
                .hasMessageContaining("FFB-5324");
        assertThatThrownBy(() -> store().caches().create(NAME, TableSchema.of("id", List.of("x"), 1)))
                .hasMessageContaining("FFB-5324");
        assertThat(tables().read(NAME)).isPresent();
    }

    @Test
    void whatStandsForATableIsNoFileOfATable() throws IOException {
        FolderTables tables = tables();
        tables.bind(new TableName("a", "bound"), Json.object().put("file", "/f"));

        assertThat(tables.files()).isEmpty();
    }
}
