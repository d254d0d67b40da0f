package io.fateflow.worker.site;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.digest.Sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FileCacheTest {

    private static final String ONE = "one and only";
    private static final String TWO = "two as long.";

    @TempDir
    private Path directory;

    private final List<String> got = new ArrayList<>();

    @Test
    void whatIsHereIsNotGotAgain() throws Exception {
        FileCache cache = new FileCache(directory, 100);

        assertThat(use(cache, ONE)).isFalse();
        assertThat(use(cache, ONE)).isTrue();

        assertThat(got).containsExactly(ONE);
    }

    @Test
    void whatSomebodyElseWasInterruptedInIsGoneOnWith() throws Exception {
        FileCache cache = new FileCache(directory, 100);
        assertThatThrownBy(() -> cache.use(
                        hash(ONE),
                        ONE.length(),
                        file -> {
                            write(file, ONE.substring(0, 4));
                            throw new IOException("cut");
                        },
                        content -> {}))
                .hasMessage("cut");

        cache.use(
                hash(ONE),
                ONE.length(),
                file -> {
                    assertThat(file.size()).isEqualTo(4);
                    write(file, ONE.substring(4));
                },
                content -> assertThat(content).hasContent(ONE));

        assertThat(names()).containsExactly(hash(ONE));
    }

    @Test
    void whatWasUsedLongestAgoGivesWay() throws Exception {
        FileCache cache = new FileCache(directory, 2L * ONE.length());
        use(cache, ONE);
        use(cache, TWO);
        Files.setLastModifiedTime(
                directory.resolve(hash(ONE)), FileTime.from(Instant.now().minusSeconds(20)));
        Files.setLastModifiedTime(
                directory.resolve(hash(TWO)), FileTime.from(Instant.now().minusSeconds(30)));
        use(cache, ONE);

        use(cache, "three, also.");

        assertThat(names()).containsExactlyInAnyOrder(hash(ONE), hash("three, also."));
    }

    @Test
    void whoUsesAContentKeepsItWhenItGivesWay() throws Exception {
        FileCache cache = new FileCache(directory.resolve("cache"), ONE.length());
        Path own = directory.resolve("own");
        cache.use(hash(ONE), ONE.length(), file -> write(file, ONE), content -> Files.createLink(own, content));

        use(cache, TWO);

        assertThat(directory.resolve("cache").resolve(hash(ONE))).doesNotExist();
        assertThat(own).hasContent(ONE);
    }

    @Test
    void whatIsLargerThanAllOfItIsKeptByItsUserOnly() throws Exception {
        FileCache cache = new FileCache(directory, 3);

        assertThat(use(cache, ONE)).isFalse();

        assertThat(names()).isEmpty();
    }

    @Test
    void whatWasMadeHereIsKept() throws Exception {
        FileCache cache = new FileCache(directory.resolve("cache"), 100);
        Path made = Files.writeString(directory.resolve("made"), ONE);

        cache.keep(hash(ONE), ONE.length(), made);
        cache.keep(hash(ONE), ONE.length(), made);

        assertThat(use(cache, ONE)).isTrue();
    }

    @Test
    void halvesThatNobodyFinishesGoAfterADay() throws Exception {
        FileCache cache = new FileCache(directory, 100);
        Path half = Files.writeString(directory.resolve(hash(TWO) + ".part"), "tw");
        Files.setLastModifiedTime(half, FileTime.from(Instant.now().minusSeconds(90_000)));

        use(cache, ONE);

        assertThat(names()).containsExactly(hash(ONE));
    }

    private boolean use(FileCache cache, String content) throws Exception {
        return cache.use(
                hash(content),
                content.length(),
                file -> {
                    got.add(content);
                    write(file, content);
                },
                file -> assertThat(file).hasContent(content));
    }

    private static void write(FileChannel file, String text) throws IOException {
        file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), file.size());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    private static String hash(String text) {
        return Sha256.hex(text);
    }
}
