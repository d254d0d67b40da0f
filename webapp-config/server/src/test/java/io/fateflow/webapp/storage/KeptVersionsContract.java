package io.fateflow.webapp.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.webapp.atrest.AtRestException;
import io.fateflow.webapp.atrest.AtRestProperties.OlderFiles;
import io.fateflow.webapp.atrest.KeptVersions;
import io.fateflow.webapp.atrest.KeyFiles;
import io.fateflow.webapp.storage.SiteTables.Arrived;
import io.fateflow.worker.table.TableStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Tables of a site that knows by its database which encrypted file is the newest. */
abstract class KeptVersionsContract extends SiteTablesContract {

    private TransactionTemplate transaction;
    private JdbcTemplate jdbc;

    /** With this site's tables, and nothing in them. */
    abstract DataSource dataSource() throws SQLException;

    @BeforeEach
    void site() throws SQLException {
        DataSource database = dataSource();
        jdbc = new JdbcTemplate(database);
        transaction = new TransactionTemplate(new DataSourceTransactionManager(database));
    }

    @Override
    FolderTables tables() {
        return tables(OlderFiles.REFUSE, 1);
    }

    private FolderTables tables(OlderFiles older, int... keys) {
        return tables(new TableOfVersions(jdbc, transaction), older, keys);
    }

    private FolderTables tables(KeptVersions versions, OlderFiles older, int... keys) {
        try {
            return new FolderTables(store(), new FileContents(), KeyFiles.site(directory, versions, older, keys));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private TableStore store() {
        return new TableStore(directory.resolve("tables"));
    }

    private Path file() {
        return store().file(NAME);
    }

    private Path copied() throws IOException {
        return Files.copy(file(), directory.resolve("copy"), StandardCopyOption.REPLACE_EXISTING);
    }

    private void putBack(Path copy) throws IOException {
        Files.copy(copy, file(), StandardCopyOption.REPLACE_EXISTING);
    }

    private int versions() {
        return jdbc.queryForObject("select count(*) from kept_version", Integer.class);
    }

    @Test
    void anOlderFileThatIsPutBackIsFound() throws IOException {
        FolderTables tables = tables();
        put(tables, NAME, 10);
        Path older = copied();
        Content newest = put(tables, NAME, 20);
        Path newer = copiedTo("newer");
        assertThat(tables.content(NAME)).contains(newest);

        putBack(older);

        assertThatThrownBy(() -> tables.content(NAME))
                .isInstanceOf(AtRestException.class)
                .hasMessageContainingAll("FFB-5328", file().toString(), KeyFiles.id(1), "older-files");
        assertThatThrownBy(() -> tables().read(NAME)).hasMessageContaining("FFB-5328");
        putBack(newer);
        assertThat(tables().content(NAME)).contains(newest);
    }

    private Path copiedTo(String name) throws IOException {
        return Files.copy(file(), directory.resolve(name));
    }

    @Test
    void whatWasEncryptedAnewIsOlderThen() throws IOException {
        Content content = put(tables(), NAME, 10);
        Path older = copied();

        assertThat(tables(OlderFiles.REFUSE, 2, 1).encryptAnew(Instant.MAX)).isEqualTo(1);

        assertThat(tables(OlderFiles.REFUSE, 2, 1).content(NAME)).contains(content);
        putBack(older);
        assertThatThrownBy(() -> tables(OlderFiles.REFUSE, 2, 1).content(NAME)).hasMessageContaining("FFB-5328");
    }

    /** As an earlier version has left it. */
    @Test
    void whatWasThereBeforeIsReadAndIsTheNewestOnceItWasSeen() throws IOException {
        FolderTables before = tables(KeptVersions.NONE, OlderFiles.REFUSE, 1);
        put(before, NAME, 5);
        Path oldest = copied();
        Content there = put(before, NAME, 10);
        FolderTables tables = tables();
        assertThat(tables.content(NAME)).contains(there);

        assertThat(tables.encryptAnew(Instant.MAX)).isZero();

        assertThat(tables().content(NAME)).contains(there);
        putBack(oldest);
        assertThatThrownBy(() -> tables().content(NAME)).hasMessageContaining("FFB-5328");
    }

    @Test
    void whatWasThereBeforeIsReadWhileAnotherIsOnItsWay() throws IOException {
        Content there = put(tables(KeptVersions.NONE, OlderFiles.REFUSE, 1), NAME, 10);
        Path whole = made(20);
        Content content = content(whole);
        Arrived arrived = tables().arrive(NAME, whole, content);
        assertThat(tables().content(NAME)).contains(there);

        arrived.publish();

        assertThat(tables().content(NAME)).contains(content);
    }

    @Test
    void whereOlderFilesAreReadTheyAreTheNewestFromThenOn() throws IOException {
        Content old = put(tables(), NAME, 10);
        Path older = copied();
        put(tables(), NAME, 20);
        putBack(older);

        FolderTables lenient = tables(OlderFiles.READ, 1);
        assertThat(lenient.content(NAME)).contains(old);
        assertThatThrownBy(() -> tables().content(NAME)).hasMessageContaining("FFB-5328");
        lenient.encryptAnew(Instant.MAX);

        assertThat(tables().content(NAME)).contains(old);
    }

    @Test
    void aTransactionThatIsRolledBackLeavesWhatIsThereReadable() throws IOException {
        Content before = put(tables(), NAME, 10);
        Path older = copied();
        Path whole = made(20);
        Content content = content(whole);
        Arrived arrived = tables().arrive(NAME, whole, content);
        assertThat(tables().content(NAME)).contains(before);

        transaction.executeWithoutResult(status -> {
            publish(arrived);
            status.setRollbackOnly();
        });

        assertThat(tables().content(NAME)).contains(content);
        putBack(older);
        assertThat(tables().content(NAME)).as("and nobody knows better").contains(before);
    }

    private static void publish(Arrived arrived) {
        try {
            arrived.publish();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void ofTwoThatArriveTheLastOneIsTheNewest() throws Exception {
        put(tables(), NAME, 10);
        Arrived one = arrived(20);
        Path whole = made(30);
        Content last = content(whole);
        Arrived other = tables().arrive(NAME, whole, last);
        FutureTask<Boolean> second = new FutureTask<>(() -> publish(other), true);
        Thread thread = new Thread(second);

        transaction.executeWithoutResult(status -> {
            publish(one);
            thread.start();
            await("it waits for the first one").until(() -> Arrays.stream(thread.getStackTrace())
                    .anyMatch(frame -> frame.getMethodName().equals("lockedReplace")));
        });
        assertThat(second.get()).isTrue();

        assertThat(tables().content(NAME)).contains(last);
        assertThat(versions()).isEqualTo(1);
    }

    private Arrived arrived(int rows) throws IOException {
        Path whole = made(rows);
        return tables().arrive(NAME, whole, content(whole));
    }

    @Test
    void nothingIsKnownOfWhatNeverCameOrIsGone() throws IOException {
        FolderTables tables = tables();
        put(tables, NAME, 10);
        arrived(20).abandon();
        assertThat(versions()).isEqualTo(1);
        put(tables.caches(), OTHER, 3);

        tables.delete(NAME);
        assertThat(versions()).isEqualTo(1);
        tables.caches().remove(tables.caches().beside(List.of()).get(0));

        assertThat(versions()).isZero();
    }

    @Test
    void aFileThatEndsInItsBeginningIsSaidToBeCutOff() throws IOException {
        put(tables(), NAME, 10);
        Files.write(file(), Arrays.copyOf(Files.readAllBytes(file()), 40));

        assertThatThrownBy(() -> tables().content(NAME)).hasMessageContaining("FFB-5321");
    }
}
