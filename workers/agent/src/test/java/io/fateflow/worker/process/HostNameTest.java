package io.fateflow.worker.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class HostNameTest {

    @TempDir
    private Path place;

    @Test
    void aNameThatNoNameServiceKnowsIsOne() throws IOException {
        Path file = Files.writeString(place.resolve("hostname"), "no-name-service.knows-this.invalid\n");

        assertThat(HostName.get(file)).isEqualTo("no-name-service.knows-this.invalid");
    }

    @Test
    void whereTheSystemIsAnotherThereIsOneToo() {
        assertThat(HostName.get(place.resolve("none"))).isNotBlank();
    }
}
