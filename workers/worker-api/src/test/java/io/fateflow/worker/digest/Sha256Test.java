package io.fateflow.worker.digest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class Sha256Test {

    /** The example of FIPS 180. */
    private static final String OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    private Path folder;

    @Test
    void textBytesPiecesAndFilesHaveTheSameDigest() throws IOException {
        Path file = Files.writeString(folder.resolve("abc"), "abc");
        MessageDigest pieces = Sha256.digest();
        pieces.update((byte) 'a');
        pieces.update("bc".getBytes(StandardCharsets.UTF_8));

        assertThat(Sha256.hex("abc")).isEqualTo(OF_ABC);
        assertThat(Sha256.hex("abc".getBytes(StandardCharsets.UTF_8))).isEqualTo(OF_ABC);
        assertThat(Sha256.hex(pieces)).isEqualTo(OF_ABC);
        assertThat(Sha256.ofFile(file)).isEqualTo(OF_ABC);
    }

    @Test
    void aLinkIsNotFollowed() throws IOException {
        Path file = Files.writeString(folder.resolve("abc"), "abc");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);

        assertThatIOException().isThrownBy(() -> Sha256.ofFile(link));
    }
}
