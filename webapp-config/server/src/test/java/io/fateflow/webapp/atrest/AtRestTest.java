package io.fateflow.webapp.atrest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.webapp.atrest.AtRestProperties.OlderFiles;
import io.fateflow.webapp.atrest.AtRestProperties.PlainFiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AtRestTest {

    private static final int BLOCK = FileCipher.BLOCK;
    private static final int FIVE_BLOCKS = 5 * BLOCK - 1000;
    private static final KeptFile KEPT = new KeptFile("tables/a", "The file a");

    @TempDir
    private Path directory;

    private AtRest site;

    @BeforeEach
    void aSiteWithAKey() throws IOException {
        site = KeyFiles.site(directory, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 17, BLOCK - 73, BLOCK - 72, BLOCK - 71, BLOCK, 2 * BLOCK - 88, 2 * BLOCK, FIVE_BLOCKS})
    void whatIsEncryptedIsReadAsItWas(int size) throws IOException {
        byte[] content = content(size);
        Path file = encrypted(content);

        assertThat(AtRest.keyOf(file)).contains(KeyFiles.id(1));
        assertThat(read(site, file)).isEqualTo(content);
        try (SeekableByteChannel channel = site.open(file, KEPT)) {
            assertThat(channel.size()).isEqualTo(size);
        }
    }

    @Test
    void nothingOfItStandsInTheFile() throws IOException {
        byte[] content = new byte[FIVE_BLOCKS];
        Arrays.fill(content, (byte) 'x');

        byte[] stored = Files.readAllBytes(encrypted(content));

        assertThat(new String(stored, StandardCharsets.ISO_8859_1)).doesNotContain("xxxx");
        assertThat(Files.readAllBytes(encrypted(content)))
                .as("the same content looks otherwise")
                .isNotEqualTo(stored);
    }

    @Test
    void itIsReadFromAnyPlace() throws IOException {
        byte[] content = content(FIVE_BLOCKS);
        Random places = new Random(7);
        try (SeekableByteChannel channel = site.open(encrypted(content), KEPT)) {
            for (int i = 0; i < 50; i++) {
                int from = places.nextInt(FIVE_BLOCKS);
                ByteBuffer some = ByteBuffer.allocate(Math.min(FIVE_BLOCKS - from, 1 + places.nextInt(2 * BLOCK)));
                channel.position(from);
                while (some.hasRemaining()) {
                    channel.read(some);
                }
                assertThat(some.array()).isEqualTo(Arrays.copyOfRange(content, from, from + some.capacity()));
            }
        }
    }

    @Test
    void aBlockThatWasAlteredIsNamedWithItsFileAndNothingOfItIsUsed() throws IOException {
        Path file = encrypted(content(FIVE_BLOCKS));
        byte[] stored = Files.readAllBytes(file);
        stored[2 * BLOCK + 100] ^= 1;
        Files.write(file, stored);

        try (SeekableByteChannel channel = site.open(file, KEPT)) {
            ByteBuffer first = ByteBuffer.allocate(100);
            channel.read(first);
            channel.position(2 * BLOCK + 10);
            ByteBuffer third = ByteBuffer.allocate(100);

            assertThatThrownBy(() -> channel.read(third))
                    .isInstanceOf(AtRestException.class)
                    .hasMessageContainingAll("FFB-5321", "The file a", "block 3", KeyFiles.id(1), "backup");
            assertThat(third.position()).isZero();
        }
    }

    @Test
    void blocksThatWereSwappedAreFound() throws IOException {
        Path file = encrypted(content(FIVE_BLOCKS));
        byte[] stored = Files.readAllBytes(file);
        byte[] second = Arrays.copyOfRange(stored, BLOCK, 2 * BLOCK);
        System.arraycopy(stored, 2 * BLOCK, stored, BLOCK, BLOCK);
        System.arraycopy(second, 0, stored, 2 * BLOCK, BLOCK);
        Files.write(file, stored);

        assertDamaged(file, 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {4 * BLOCK, 2 * BLOCK, BLOCK, 3 * BLOCK + 5000, 100, 72, 60})
    void aFileThatWasCutOffIsFound(int left) throws IOException {
        Path file = encrypted(content(FIVE_BLOCKS));
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), left));

        assertDamaged(file, (left - 1) / BLOCK + 1);
    }

    @Test
    void aFileWithSomethingBehindItIsFound() throws IOException {
        Path file = encrypted(content(FIVE_BLOCKS));
        byte[] stored = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(stored, stored.length + 50));

        assertDamaged(file, 5);
    }

    @Test
    void anotherFilesBlockIsFoundAndAnotherFile() throws IOException {
        byte[] content = content(FIVE_BLOCKS);
        Path file = encrypted(content);
        byte[] stored = Files.readAllBytes(file);
        byte[] ofAnother = Files.readAllBytes(encrypted(content));
        System.arraycopy(ofAnother, 3 * BLOCK, stored, 3 * BLOCK, BLOCK);
        Files.write(file, stored);
        assertDamaged(file, 4);

        Path moved = encrypted(content);
        assertThatThrownBy(() -> read(site, moved, new KeptFile("tables/b", "The file b")))
                .hasMessageContainingAll("FFB-5321", "The file b");
    }

    @Test
    void aKeyIdThatWasExchangedIsFound() throws IOException {
        AtRest both = KeyFiles.site(directory, 1, 2);
        Path file = encrypted(content(100));
        byte[] stored = Files.readAllBytes(file);
        System.arraycopy(new FileHead(KeyFiles.id(2)).bytes(), 0, stored, 0, FileHead.SIZE);
        Files.write(file, stored);

        assertThatThrownBy(() -> read(both, file)).hasMessageContaining("FFB-5321");
    }

    @Test
    void keysChangeWithoutARestartAndOldOnesReadWhatTheyHaveWritten() throws IOException {
        Path old = encrypted(content(100));
        KeyFiles.write(directory.resolve("keys"), 2, 1);

        Path fresh = encrypted(content(100));

        assertThat(site.key()).contains(KeyFiles.id(2));
        assertThat(AtRest.keyOf(fresh)).contains(KeyFiles.id(2));
        assertThat(read(site, old)).isEqualTo(content(100));
        assertThat(read(site, fresh)).isEqualTo(content(100));
    }

    @Test
    void aKeyThatIsGoneIsNamedWithTheFileThatWantsIt() throws IOException {
        Path file = encrypted(content(100));
        KeyFiles.write(directory.resolve("keys"), 2);

        assertThatThrownBy(() -> read(site, file))
                .isInstanceOf(AtRestException.class)
                .hasMessageContainingAll(
                        "FFB-5320",
                        "The file a",
                        KeyFiles.id(1),
                        KeyFiles.id(2),
                        directory.resolve("keys").toString());
        assertThatThrownBy(() -> read(AtRest.off(), file))
                .hasMessageContainingAll("FFB-5322", "The file a", KeyFiles.id(1), "fate.at-rest.key-file");
    }

    @Test
    void aKeyFileThatIsDamagedWhileTheServerRunsLeavesTheKeysThatItHad() throws IOException {
        Path file = encrypted(content(100));
        Files.writeString(directory.resolve("keys"), "nothing of the kind");

        assertThat(read(site, file)).isEqualTo(content(100));
        Files.delete(directory.resolve("keys"));
        assertThat(read(site, file)).isEqualTo(content(100));
    }

    @Test
    void aKeyFileIsRefusedWithItsLineAndWithoutWhatStandsThere() throws IOException {
        Path file = Files.writeString(directory.resolve("keys"), "# ours\n\n" + KeyFiles.line(1) + "\nsecret=\n");
        AtRestProperties properties = new AtRestProperties(file, PlainFiles.READ, OlderFiles.REFUSE, false);

        assertThatThrownBy(() -> AtRest.of(properties, directory.resolve("lock"), KeptVersions.NONE))
                .isInstanceOf(AtRestException.class)
                .hasMessageContainingAll("FFB-5319", file.toString(), "line 4", "openssl rand -base64 32")
                .hasMessageNotContaining("secret");
        Files.writeString(file, "# none\n");
        assertThatThrownBy(() -> AtRest.of(properties, directory.resolve("lock"), KeptVersions.NONE))
                .hasMessageContainingAll("FFB-5319", "it has no key");
        Files.delete(file);
        assertThatThrownBy(() -> AtRest.of(properties, directory.resolve("lock"), KeptVersions.NONE))
                .hasMessageContainingAll("FFB-5319", "it can't be read");
    }

    @Test
    void plainFilesAreReadUnlessTheSiteRefusesThem() throws IOException {
        Path file = Files.write(directory.resolve("plain"), content(100));

        assertThat(read(site, file)).isEqualTo(content(100));
        assertThatThrownBy(() -> read(KeyFiles.site(directory, PlainFiles.REFUSE, 1), file))
                .isInstanceOf(AtRestException.class)
                .hasMessageContainingAll("FFB-5323", "The file a");
    }

    @Test
    void aStreamIsEncryptedAsAFileIs() throws IOException {
        ByteArrayOutputStream stored = new ByteArrayOutputStream();
        try (OutputStream encrypting = site.encrypting(stored, KEPT)) {
            encrypting.write(content(FIVE_BLOCKS));
        }
        Path file = Files.write(directory.resolve("stream"), stored.toByteArray());

        assertThat(read(site, file)).isEqualTo(content(FIVE_BLOCKS));
    }

    private void assertDamaged(Path file, int block) {
        assertThatThrownBy(() -> read(site, file))
                .isInstanceOf(AtRestException.class)
                .hasMessageContainingAll("FFB-5321", "The file a", "block " + block + " ");
    }

    private static byte[] content(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        return content;
    }

    private Path encrypted(byte[] content) throws IOException {
        Path file = Files.createTempDirectory(directory, "file").resolve("a");
        site.encrypt(new ByteArrayInputStream(content), file, KEPT);
        return file;
    }

    private static byte[] read(AtRest site, Path file) throws IOException {
        return read(site, file, KEPT);
    }

    private static byte[] read(AtRest site, Path file, KeptFile kept) throws IOException {
        try (SeekableByteChannel channel = site.open(file, kept)) {
            return Channels.newInputStream(channel).readAllBytes();
        }
    }
}
