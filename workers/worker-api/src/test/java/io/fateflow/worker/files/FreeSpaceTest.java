package io.fateflow.worker.files;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FreeSpaceTest {

    @TempDir
    private Path directory;

    @Test
    void aDirectoryHasThatOfItsDisk() throws IOException {
        assertThat(FreeSpace.at(directory)).isPositive();
    }

    @Test
    void whatIsNotThereIsNoFullDisk() {
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> FreeSpace.at(directory.resolve("nothing")));
    }
}
