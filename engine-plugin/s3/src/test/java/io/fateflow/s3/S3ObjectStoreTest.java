package io.fateflow.s3;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStore.StoredObject;
import io.fateflow.transfer.object.ObjectStoreException;
import io.fateflow.transfer.object.ObjectStoreException.Reason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** What a bucket of a real server does, and says when it does not. */
class S3ObjectStoreTest {

    private static final int MEGABYTE = 1024 * 1024;

    @RegisterExtension
    static final RunningStore RUNNING = new RunningStore();

    @TempDir
    private Path directory;

    private final StoreProcess process = RUNNING.process();
    private final ObjectStore store = RUNNING.store();

    @Test
    void whatIsWrittenIsRead() throws IOException {
        store.write("a/one", bytes("first"));
        store.write("a/one", bytes("second"));

        assertThat(store.read("a/one")).contains(bytes("second"));
        assertThat(store.read("a/none")).isEmpty();
        store.delete("a/one");
        store.delete("a/one");
        assertThat(store.read("a/one")).isEmpty();
    }

    @Test
    void aFileOfManyPartsIsReadFromAnywhere() throws IOException {
        byte[] content = random(12 * MEGABYTE + 17);
        store.upload("big", Files.write(directory.resolve("big"), content));

        assertThat(read("big", 0)).isEqualTo(content);
        assertThat(read("big", 7 * MEGABYTE + 3))
                .isEqualTo(Arrays.copyOfRange(content, 7 * MEGABYTE + 3, content.length));
        assertThat(store.list("b")).extracting(StoredObject::size).containsExactly((long) content.length);
    }

    @Test
    void anEmptyFileIsAnObject() throws IOException {
        store.upload("empty", Files.createFile(directory.resolve("empty")));

        assertThat(read("empty", 0)).isEmpty();
    }

    @Test
    void aListHasWhatBeginsSoAndNoPrefix() throws IOException {
        store.write("a/1", bytes("x"));
        store.write("a/2", bytes("xx"));
        store.write("b/1", bytes("xxx"));

        assertThat(store.list("a/")).extracting(StoredObject::key).containsExactly("a/1", "a/2");
        assertThat(store.list("a/").get(0).modified()).isAfter(Instant.now().minus(Duration.ofMinutes(5)));
        assertThat(process.bucket().resolve("fate/b/1")).exists();
    }

    @Test
    void whatIsNotThereCannotBeOpened() {
        assertThatThrownBy(() -> store.open("none", 0)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aWrongSecretIsSaid() {
        ObjectStore wrong = RunningStore.opened(process.settings(StoreProcess.BUCKET, "another secret"));

        ObjectStoreException said = catchThrowableOfType(ObjectStoreException.class, wrong::check);

        assertThat(said.reason()).isEqualTo(Reason.REFUSED);
        assertThat(said)
                .hasMessageContainingAll("FFB-5264", ": 403", "fate.objects.access-key")
                .hasMessageNotContaining("another secret");
        assertThatThrownBy(() -> wrong.write("a", bytes("x"))).hasMessageContaining("FFB-5264");
    }

    @Test
    void aBucketThatIsMissingIsSaid() {
        ObjectStore wrong = RunningStore.opened(process.settings("elsewhere", StoreProcess.SECRET_KEY));

        ObjectStoreException said = catchThrowableOfType(ObjectStoreException.class, wrong::check);

        assertThat(said.reason()).isEqualTo(Reason.REFUSED);
        assertThat(said).hasMessageContainingAll("FFB-5265", "elsewhere", "fate.objects.bucket");
        assertThatThrownBy(() -> wrong.write("a", bytes("x"))).hasMessageContaining("FFB-5265");
    }

    @Test
    void aStoreThatIsAwayIsSaidAndAnswersWhenItIsBack() throws IOException {
        store.write("a", bytes("x"));
        process.kill();
        try {
            ObjectStoreException said = catchThrowableOfType(ObjectStoreException.class, () -> store.read("a"));

            assertThat(said.reason()).isEqualTo(Reason.AWAY);
            assertThat(said)
                    .hasMessageContainingAll("FFB-5263", process.endpoint().toString(), "fate.objects.endpoint");
        } finally {
            process.start();
        }
        assertThat(store.read("a")).contains(bytes("x"));
    }

    @Test
    void anUploadThatBreaksOffLeavesNoObjectAndItsPartsAreFound() throws Exception {
        Path file = Files.write(directory.resolve("big"), random(40 * MEGABYTE));
        Thread upload = new Thread(
                () -> assertThatThrownBy(() -> store.upload("big", file)).hasMessageContaining("FFB-5263"));
        upload.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> store.abandonUploads(Instant.EPOCH) == 0 && partsAreThere());
        process.kill();
        upload.join();
        process.start();

        assertThat(store.list("")).isEmpty();
        assertThat(store.abandonUploads(Instant.now().plus(Duration.ofMinutes(1))))
                .isEqualTo(1);
        assertThat(store.abandonUploads(Instant.now().plus(Duration.ofMinutes(1))))
                .isZero();
    }

    private boolean partsAreThere() throws IOException {
        try (Stream<Path> files = Files.walk(process.bucket())) {
            return files.anyMatch(
                    file -> Files.isRegularFile(file) && file.toFile().length() >= 5 * MEGABYTE);
        }
    }

    private byte[] read(String key, long from) throws IOException {
        try (InputStream in = store.open(key, from)) {
            return in.readAllBytes();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(5).nextBytes(bytes);
        return bytes;
    }
}
