package io.fateflow.worker.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Whose user is whose; the ids are nobody's on this machine. */
class ExecutorUsersTest {

    private static final UserIds TWO = new UserIds(615_000, 615_001);

    @TempDir
    private Path work;

    @Test
    void aRunThatIsNotPreparedYetKeepsItsUser() throws IOException {
        ExecutorUsers users = new ExecutorUsers(work);
        ExecutorUser first = claim(users, "a");

        ExecutorUser second = claim(users, "b");

        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(users.of(id("a"))).contains(first);
        assertThatThrownBy(() -> claim(users, "c")).hasMessageContaining("FFB-5248");
    }

    @Test
    void aRunThatIsOverAndThatNoWorkerHoldsGivesItsUserBack() throws IOException {
        ExecutorUsers users = new ExecutorUsers(work);
        ExecutorUser first = claim(users, "a");
        claim(users, "b");
        Files.writeString(Files.createDirectories(work.resolve("a")).resolve("exit_code"), "0\n");
        Path held = Files.createDirectories(work.resolve("held/worker")).resolve(id("a") + ".json");
        Files.writeString(held, "{}");
        assertThatThrownBy(() -> claim(users, "c")).hasMessageContaining("FFB-5248");

        Files.delete(held);

        assertThat(claim(users, "c").id()).isEqualTo(first.id());
        assertThat(users.of(id("a"))).isEmpty();
    }

    private ExecutorUser claim(ExecutorUsers users, String run) throws IOException {
        return users.claim(id(run), work.resolve(run), TWO);
    }

    private static String id(String letter) {
        return letter.repeat(32);
    }
}
