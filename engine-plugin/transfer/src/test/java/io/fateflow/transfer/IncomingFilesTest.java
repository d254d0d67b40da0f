package io.fateflow.transfer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.transfer.IncomingFiles.DamagedException;
import io.fateflow.transfer.IncomingFiles.Incoming;
import io.fateflow.worker.digest.Sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class IncomingFilesTest {

    private static final String TEXT = "all of it";
    private static final Incoming FILE = new Incoming("task 0", "table", TEXT.length(), Sha256.hex(TEXT));

    @TempDir
    private Path root;

    private IncomingFiles files;

    @BeforeEach
    void open() {
        files = new IncomingFiles(root, new DiskSpace(0));
    }

    @Test
    void whatComesInOnePieceIsWhole() throws IOException {
        assertThat(files.append(FILE, 0, bytes(TEXT)).orElseThrow()).hasContent(TEXT);
    }

    @Test
    void afterARestartItGoesOnBehindWhatIsHere() throws IOException {
        assertThat(files.append(FILE, 0, bytes(TEXT.substring(0, 3)))).isEmpty();
        open();

        assertThat(files.received(FILE)).isEqualTo(3);
        Optional<Path> whole = files.append(FILE, 3, bytes(TEXT.substring(3)));

        assertThat(whole.orElseThrow()).hasContent(TEXT);
    }

    @Test
    void aConnectionThatBreaksLeavesWhatItHasBrought() {
        InputStream breaks = new InputStream() {
            private int read;

            @Override
            public int read() throws IOException {
                if (read == 5) {
                    throw new IOException("broken");
                }
                return TEXT.charAt(read++);
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                buffer[offset] = (byte) read();
                return 1;
            }
        };

        assertThatThrownBy(() -> files.append(FILE, 0, breaks)).hasMessage("broken");

        assertThat(files).satisfies(all -> assertThat(all.received(FILE)).isEqualTo(5));
    }

    @Test
    void otherContentThanAnnouncedIsRemoved() throws IOException {
        assertThatThrownBy(() -> files.append(FILE, 0, bytes("ALL of it")))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("FFB-5243");

        assertThat(files.received(FILE)).isZero();
    }

    @Test
    void whatWasWrittenBeforeIsHeldAgainstTheHash() throws IOException {
        files.append(FILE, 0, bytes("ALL"));

        assertThatThrownBy(() -> files.append(FILE, 3, bytes(TEXT.substring(3))))
                .isInstanceOf(DamagedException.class);
    }

    @Test
    void neitherGapsNorMoreThanAnnouncedAreTaken() throws IOException {
        assertThatThrownBy(() -> files.append(FILE, 1, bytes("ll of it"))).isInstanceOf(BadChunkException.class);
        assertThatThrownBy(() -> files.append(FILE, 0, bytes(TEXT + "!"))).isInstanceOf(BadChunkException.class);
        assertThat(files.received(FILE)).isLessThanOrEqualTo(TEXT.length());
    }

    @Test
    void aDiskWithoutRoomTakesNothing() {
        IncomingFiles full = new IncomingFiles(root, new DiskSpace(Long.MAX_VALUE));

        assertThatThrownBy(() -> full.append(FILE, 0, bytes(TEXT))).isInstanceOf(NoSpaceException.class);
    }

    @Test
    void anAttemptThatHasEndedLeavesNothing() throws IOException {
        files.append(FILE, 0, bytes("all"));

        assertThat(files.sessions()).containsExactly("task 0");
        files.close("task 0");

        assertThat(root).isEmptyDirectory();
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
