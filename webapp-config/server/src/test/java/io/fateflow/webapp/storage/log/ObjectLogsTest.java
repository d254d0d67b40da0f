package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import io.fateflow.engine.housekeeping.LoggingJobs;
import io.fateflow.s3.RunningStore;
import io.fateflow.s3.StoreProcess;
import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStore.StoredObject;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.KeyFiles;
import io.fateflow.webapp.home.FateHome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ObjectLogsTest extends SiteLogsContract {

    private static final Duration REST = Duration.ofMinutes(1);
    private static final LogFolder OTHER = LogFolder.of(JOB, "guest", "9999", "evaluation_0");

    @RegisterExtension
    static final RunningStore RUNNING = new RunningStore();

    private final StoreProcess process = RUNNING.process();
    private final ObjectStore store = RUNNING.store();
    private final SingleConnectionDataSource database =
            new SingleConnectionDataSource("jdbc:h2:mem:object-logs", "sa", "", true);
    private final JdbcTemplate jdbc = new JdbcTemplate(database);
    private AtRest atRest = AtRest.off();

    @BeforeEach
    void rows() throws IOException {
        jdbc.execute("create table job (job_id varchar(25), status varchar(50), update_time bigint)");
        jdbc.execute("""
                create table task (job_id varchar(25), role varchar(50), party_id varchar(50), component_name varchar(50),
                    status varchar(50), party_status varchar(50), create_time bigint, update_time bigint)""");
        Files.createDirectories(home());
    }

    @AfterEach
    void close() {
        jdbc.execute("drop table job");
        jdbc.execute("drop table task");
        database.destroy();
    }

    @Override
    SiteLogs logs() {
        return logs(home());
    }

    private SiteLogs logs(Path home) {
        return new ObjectLogs(new FolderLogs(home.resolve("logs")), store, atRest);
    }

    private LogsToStore mover() {
        return new LogsToStore(
                new FateHome(home()),
                new FolderLogs(home().resolve("logs")),
                store,
                atRest,
                new LoggingJobs(jdbc),
                Clock.systemUTC(),
                REST);
    }

    @Override
    void rest() throws IOException {
        mover().move();
    }

    @Test
    void nothingOfThemStaysOnThisDiskAndEachServerOfTheSiteReadsThem() throws IOException {
        log(PARTY, INFO, "of all\n");
        log(COMPONENT, INFO, "of one\n");
        rest();

        assertThat(onDisk()).isEmpty();
        SiteLogs another = logs(directory.resolve("another"));
        assertThat(read(another, PARTY, INFO, 0)).isEqualTo("of all\n");
        assertThat(read(another, COMPONENT, INFO, 0)).isEqualTo("of one\n");
        assertThat(another.below(LogFolder.of(JOB))).hasSize(2);
    }

    @Test
    void whatSomebodyMayStillWriteStays() throws IOException {
        job("running", ago(10));
        task("hetero_lr_0", "running", ago(10));
        task("evaluation_0", "success", ago(10));
        log(PARTY, INFO, "of all\n");
        log(COMPONENT, INFO, "of one that runs\n");
        log(OTHER, INFO, "of one that has ended\n");
        LogsToStore mover = mover();

        mover.move();
        assertThat(onDisk()).containsExactlyInAnyOrder(file(PARTY, INFO), file(COMPONENT, INFO));

        jdbc.update("update task set status = 'success', party_status = 'success', update_time = ?", ago(0));
        mover.move();
        assertThat(onDisk()).as("it has only just ended").contains(file(COMPONENT, INFO));

        jdbc.update("update task set update_time = ?", ago(2));
        mover.move();
        assertThat(onDisk()).containsExactly(file(PARTY, INFO));

        jdbc.update("update job set status = 'success', update_time = ?", ago(2));
        mover.move();
        assertThat(onDisk()).isEmpty();
    }

    @Test
    void whatIsStillWrittenThoughItsAttemptHasEndedStaysAndGoesLater() throws IOException {
        log(COMPONENT, INFO, "one\n");
        Files.setLastModifiedTime(file(COMPONENT, INFO), FileTime.from(Instant.now()));
        LogsToStore mover = mover();
        mover.move();
        assertThat(onDisk()).hasSize(1);

        log(COMPONENT, INFO, "late\n");
        mover.move();
        assertThat(onDisk()).isEmpty();
        log(COMPONENT, INFO, "later\n");
        assertThat(read(COMPONENT, INFO, 0)).isEqualTo("one\nlate\nlater\n");
    }

    @Test
    void anAttemptThatIsMadeAndEndsBetweenTwoLooksIsNotForgotten() throws IOException {
        LogsToStore mover = mover();
        mover.move();

        task("hetero_lr_0", "success", Instant.now().toEpochMilli());
        log(COMPONENT, INFO, "of a short one\n");
        mover.move();
        assertThat(onDisk()).hasSize(1);
        jdbc.update("update task set update_time = ?", ago(2));
        mover.move();

        assertThat(onDisk()).isEmpty();
    }

    @Test
    void aCrashBetweenTheStoreAndTheDiskLeavesEachLineOnce() throws IOException {
        log(COMPONENT, INFO, "one\ntwo\n");
        byte[] before = Files.readAllBytes(file(COMPONENT, INFO));
        rest();
        String ordinal = ordinals().get(0);
        Path moving = file(COMPONENT, INFO + "~" + ordinal);

        Files.write(moving, before);
        assertThat(read(COMPONENT, INFO, 0)).isEqualTo("one\ntwo\n");
        assertThat(logs().below(COMPONENT)).extracting(LogFile::size).containsExactly(8L);
        rest();

        assertThat(moving).doesNotExist();
        assertThat(read(COMPONENT, INFO, 0)).isEqualTo("one\ntwo\n");
        assertThat(store.list(StoredPart.LOGS)).hasSize(1);
    }

    @Test
    void aCrashInTheMiddleOfAFileGoesOnThere() throws IOException {
        String line = "x".repeat(99) + "\n";
        String text = line.repeat(200_000);
        log(COMPONENT, INFO, text);
        rest();
        List<StoredObject> parts = store.list(StoredPart.LOGS);
        assertThat(parts).hasSize(3);
        Path moving = file(COMPONENT, INFO + "~" + ordinals().get(0));

        // the disk has all of it, the store how it begins
        Files.writeString(moving, text + "late\n");
        store.delete(parts.get(2).key());
        Instant first = store.list(StoredPart.LOGS).get(0).modified();
        assertThat(read(COMPONENT, INFO, text.length())).isEqualTo("late\n");
        rest();

        assertThat(onDisk()).isEmpty();
        assertThat(store.list(StoredPart.LOGS)).hasSize(3);
        assertThat(store.list(StoredPart.LOGS).get(0).modified()).isEqualTo(first);
        assertThat(read(COMPONENT, INFO, 0)).isEqualTo(text + "late\n");
    }

    @Test
    void aStoreThatIsAwayKeepsThemHereAndSaysSoToWhoeverReads() throws IOException {
        log(COMPONENT, INFO, "one\n");
        rest();
        log(COMPONENT, INFO, "two\n");
        log(OTHER, INFO, "of another\n");
        LogsToStore mover = mover();
        process.kill();
        try {
            mover.move();
            assertThat(mover.files()).isEqualTo(2);
            assertThat(mover.why().orElseThrow().what()).contains("FFB-5263", "fate.objects.endpoint");
            assertThatThrownBy(() -> logs().open(COMPONENT, INFO)).hasMessageContaining("FFB-5263");
            assertThatThrownBy(() -> logs().below(COMPONENT)).hasMessageContaining("FFB-5263");
        } finally {
            process.start();
        }
        assertThat(read(COMPONENT, INFO, 0)).isEqualTo("one\ntwo\n");
        assertThat(read(OTHER, INFO, 0)).isEqualTo("of another\n");

        mover.move();
        assertThat(mover.files()).isZero();
        assertThat(mover.why()).isEmpty();
        assertThat(onDisk()).isEmpty();
        assertThat(read(COMPONENT, INFO, 0)).isEqualTo("one\ntwo\n");
    }

    @Test
    void aFileThatCannotBeMovedKeepsNoOtherOneHere() throws IOException {
        LogFolder ofLaterJob = LogFolder.of("202603010000000000020", "guest", "9999", "hetero_lr_0");
        log(OTHER, INFO, "one\n");
        log(ofLaterJob, INFO, "two\n");
        LogsToStore mover = new LogsToStore(
                new FateHome(home()),
                new FolderLogs(home().resolve("logs")),
                new WatchedStore(store, "evaluation_0"),
                atRest,
                new LoggingJobs(jdbc),
                Clock.systemUTC(),
                REST);
        mover.move();

        assertThat(mover.why().orElseThrow()).isEqualTo(new WaitingLogs.Why(1, "no room for it"));
        assertThat(read(OTHER, INFO, 0) + read(ofLaterJob, INFO, 0)).isEqualTo("one\ntwo\n");
        assertThat(store.list(StoredPart.LOGS)).hasSize(1);
    }

    @Test
    void whileAServerMovesThemAnotherOneOfItsHomeDoesNot() throws IOException {
        log(COMPONENT, INFO, "one\n");
        try (FileChannel lock = FileChannel.open(
                new FateHome(home()).logsLock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            assertThat(lock.lock().isValid()).isTrue();
            rest();
            assertThat(onDisk()).hasSize(1);
        }
        rest();
        assertThat(onDisk()).isEmpty();
    }

    @Test
    void oneServerOfThoseThatShareAHomeMovesThem() throws Exception {
        String text = "a line\n".repeat(100_000);
        for (int number = 0; number < 20; number++) {
            log(LogFolder.of(JOB, "guest", "9999", "component_" + number), INFO, text);
        }
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Callable<Boolean> move = () -> {
                mover().move();
                return true;
            };
            for (Future<Boolean> moved : threads.invokeAll(List.of(move, move))) {
                assertThat(moved.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
        rest();

        assertThat(onDisk()).isEmpty();
        assertThat(store.list(StoredPart.LOGS)).hasSize(20);
    }

    @Test
    void whoeverReadsWhileTheyAreMovedGetsEachLineOnce() throws Exception {
        String text = "a line\n".repeat(1000);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            for (int round = 1; round <= 10; round++) {
                log(COMPONENT, INFO, text);
                Future<Boolean> moved = thread.submit(() -> {
                    mover().move();
                    return true;
                });
                while (!moved.isDone()) {
                    assertThat(read(COMPONENT, INFO, 0)).hasSize(text.length() * round);
                    assertThat(logs().below(COMPONENT).get(0).size()).isEqualTo((long) text.length() * round);
                }
                moved.get();
            }
        } finally {
            thread.shutdownNow();
        }
    }

    /** Not by chance as above: just behind the look at the disk, and just before the one at the store. */
    @Test
    void whatIsMovedBetweenTheLooksAtDiskAndStoreIsThereOnce() throws IOException {
        SiteLogs logs = new ObjectLogs(new FolderLogs(home().resolve("logs")), movingFirst(), atRest);

        log(COMPONENT, INFO, "one\n");
        assertThat(logs.below(COMPONENT).get(0).size()).isEqualTo(4);
        assertThat(onDisk()).as("moved meanwhile").isEmpty();

        log(COMPONENT, INFO, "two\n");
        assertThat(read(logs, COMPONENT, INFO, 0)).isEqualTo("one\ntwo\n");
        assertThat(onDisk()).as("moved meanwhile").isEmpty();
    }

    /** The store, before each look at which all logs are moved into it. */
    private ObjectStore movingFirst() {
        return (ObjectStore) Proxy.newProxyInstance(
                ObjectStore.class.getClassLoader(), new Class<?>[] {ObjectStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("visit")) {
                        rest();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void theyAreEncryptedWhereTheSiteHasKeys() throws IOException {
        log(OTHER, INFO, "of before the first key\n");
        rest();
        atRest = KeyFiles.site(directory, 1);
        log(COMPONENT, INFO, "one\ntwo of 10.0.0.1\n");
        rest();

        assertThat(read(COMPONENT, INFO, 4)).isEqualTo("two of 10.0.0.1\n");
        assertThat(lines(COMPONENT, INFO, 2, 2)).containsExactly("two of 10.0.0.1");
        assertThat(read(OTHER, INFO, 0)).isEqualTo("of before the first key\n");
        for (StoredObject part : store.list(StoredPart.prefix(COMPONENT.path()))) {
            try (InputStream in = store.open(part.key(), 0)) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
                        .startsWith("FATEENC1")
                        .doesNotContain("two of");
            }
        }
        atRest = AtRest.off();
        assertThatThrownBy(() -> read(COMPONENT, INFO, 0)).hasMessageContainingAll("FFB-5322", "hetero_lr_0");
    }

    @Test
    void whoWantsALineOfALargeLogReadsItsPartAlone() throws IOException {
        log(COMPONENT, INFO, ("x".repeat(99) + "\n").repeat(300_000));
        rest();
        WatchedStore watched = new WatchedStore(store, "none of them");
        SiteLogs logs = new ObjectLogs(new FolderLogs(home().resolve("logs")), watched, atRest);
        try (OpenedLog log = logs.open(COMPONENT, INFO).orElseThrow()) {
            assertThat(log.lines()).isEqualTo(300_000);
            assertThat(watched.opened()).as("lines are counted by keys").isEmpty();
            OpenedLog.Start start = log.before(299_999);
            try (InputStream in = log.open(start.bytes())) {
                assertThat(in.read()).isEqualTo('x');
            }
        }
        assertThat(watched.opened()).isNotEmpty().allSatisfy(key -> assertThat(key)
                .contains("/000003-"));
    }

    private List<String> ordinals() throws IOException {
        return store.list(StoredPart.LOGS).stream()
                .map(object -> StoredPart.of(object).orElseThrow().ordinal())
                .toList();
    }

    private List<Path> onDisk() throws IOException {
        try (Stream<Path> all = Files.walk(home().resolve("logs"))) {
            return all.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .filter(path -> size(path) > 0)
                    .toList();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long ago(int minutes) {
        return Instant.now().minus(Duration.ofMinutes(minutes)).toEpochMilli();
    }

    private void job(String status, long time) {
        jdbc.update("insert into job values (?, ?, ?)", JOB, status, time);
    }

    private void task(String component, String status, long time) {
        jdbc.update(
                "insert into task values (?, 'guest', '9999', ?, ?, ?, ?, ?)",
                JOB,
                component,
                status,
                status,
                time,
                time);
    }
}
