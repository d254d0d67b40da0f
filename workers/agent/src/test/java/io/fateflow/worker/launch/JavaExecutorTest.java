package io.fateflow.worker.launch;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JavaExecutorTest {

    @TempDir
    private Path place;

    /** Else the first that is heard of it is a job that fails, for want of a class. */
    @Test
    void jarsAreNotPutWhereJavaWouldNotFindThem() {
        Path plain = place.resolve("plain");
        Path two = place.resolve("a:b");

        assertThatThrownBy(() -> JavaExecutor.install(two, plain, "64m"))
                .hasMessageContainingAll("FFB-2067", two.toString(), "':'");
        assertThatThrownBy(() -> JavaExecutor.install(plain, two, "64m"))
                .hasMessageContainingAll("FFB-2067", two.toString(), "':'");
        assertThat(plain).doesNotExist();
        assertThat(two).doesNotExist();
    }
}
