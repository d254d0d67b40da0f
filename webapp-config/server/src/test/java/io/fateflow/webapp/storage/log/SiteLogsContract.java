package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What readers of logs rely on, wherever these are. */
abstract class SiteLogsContract {

    static final String JOB = "202603010000000000010";
    static final LogFolder COMPONENT = LogFolder.of(JOB, "guest", "9999", "hetero_lr_0");
    static final LogFolder PARTY = LogFolder.of(JOB, "guest", "9999");
    static final String INFO = "INFO.log";

    @TempDir
    Path directory;

    abstract SiteLogs logs();

    /** Nobody writes any more, and whoever moves logs has done so. */
    abstract void rest() throws IOException;

    @Test
    void whatWasLoggedIsReadFromAnyPlaceOn() throws IOException {
        log(COMPONENT, INFO, "one\nzwölf\n三\n");
        assertThat(read(COMPONENT, INFO, 0)).isEqualTo("one\nzwölf\n三\n");

        rest();

        assertThat(read(COMPONENT, INFO, 0)).isEqualTo("one\nzwölf\n三\n");
        assertThat(read(COMPONENT, INFO, 4)).isEqualTo("zwölf\n三\n");
        assertThat(read(COMPONENT, INFO, 15)).isEmpty();
        try (OpenedLog log = open(COMPONENT, INFO)) {
            assertThat(log.size()).isEqualTo(15);
            assertThat(log.lines()).isEqualTo(3);
        }
    }

    @Test
    void aLogGoesOnWhereItWas() throws IOException {
        log(COMPONENT, INFO, "first attempt\nnot a whole");
        rest();
        log(COMPONENT, INFO, " line\nsecond attempt\n");
        assertThat(read(COMPONENT, INFO, 0)).isEqualTo("first attempt\nnot a whole line\nsecond attempt\n");
        assertThat(read(COMPONENT, INFO, 14)).isEqualTo("not a whole line\nsecond attempt\n");
        assertThat(lines(COMPONENT, INFO, 2, 3)).containsExactly("not a whole line", "second attempt");

        rest();
        log(COMPONENT, INFO, "third\n");

        assertThat(read(COMPONENT, INFO, 31)).isEqualTo("second attempt\nthird\n");
        assertThat(lines(COMPONENT, INFO, 1, 9))
                .containsExactly("first attempt", "not a whole line", "second attempt", "third");
        assertThat(logs().below(COMPONENT)).extracting(LogFile::size).containsExactly(52L);
    }

    @Test
    void linesOfALargeLogAreFoundByTheirNumbers() throws IOException {
        int count = 200_000;
        String text = IntStream.rangeClosed(1, count)
                .mapToObj(number -> "line %06d of %s\n".formatted(number, "x".repeat(84)))
                .collect(Collectors.joining());
        log(COMPONENT, INFO, text);
        rest();

        for (int line : new int[] {1, 2, 83_000, 83_886, 83_887, 83_888, 150_000, count}) {
            assertThat(lines(COMPONENT, INFO, line, line))
                    .singleElement()
                    .asString()
                    .startsWith("line %06d of".formatted(line));
        }
        try (OpenedLog log = open(COMPONENT, INFO)) {
            assertThat(log.lines()).isEqualTo(count);
            assertThat(log.size()).isEqualTo(text.length());
        }
        assertThat(read(COMPONENT, INFO, text.length() - 20)).isEqualTo(text.substring(text.length() - 20));
    }

    @Test
    void aLineThatHasNoEndIsReadWhole() throws IOException {
        String text = "x".repeat(MovingFile.LONGEST + 17) + "\nshort\n";
        log(COMPONENT, INFO, text);
        rest();

        assertThat(read(COMPONENT, INFO, 0)).isEqualTo(text);
        assertThat(lines(COMPONENT, INFO, 2, 2)).containsExactly("short");
    }

    @Test
    void allFilesBelowAFolderAreListed() throws IOException {
        log(PARTY, INFO, "of all\n");
        log(COMPONENT, INFO, "of one\n");
        log(COMPONENT, "task_executor_0_std.log", "printed\n");
        log(LogFolder.of(JOB, "guest", "9999", "分箱_0"), INFO, "of another\n");
        log(LogFolder.of("202603010000000000020", "guest", "9999", "hetero_lr_0"), INFO, "of another job\n");
        for (boolean rested : new boolean[] {false, true}) {
            if (rested) {
                rest();
            }
            assertThat(logs().below(LogFolder.of(JOB)))
                    .extracting(LogFile::name)
                    .containsExactly(
                            "guest/9999/INFO.log",
                            "guest/9999/hetero_lr_0/INFO.log",
                            "guest/9999/hetero_lr_0/task_executor_0_std.log",
                            "guest/9999/分箱_0/INFO.log");
            assertThat(logs().below(COMPONENT))
                    .extracting(LogFile::name)
                    .containsExactly(INFO, "task_executor_0_std.log");
            assertThat(logs().below(LogFolder.of("202603010000000000030"))).isEmpty();
            assertThat(read(LogFolder.of(JOB), "guest/9999/分箱_0/INFO.log", 0)).isEqualTo("of another\n");
        }
    }

    @Test
    void aLogThatIsNotThereIsNone() throws IOException {
        log(COMPONENT, INFO, "one\n");
        rest();

        assertThat(logs().open(COMPONENT, "DEBUG.log")).isEmpty();
        assertThat(logs().open(LogFolder.of(JOB, "host", "9998", "hetero_lr_0"), INFO))
                .isEmpty();
    }

    @Test
    void whoHasOpenedALogReadsAllOfItWhateverIsDoneWithItMeanwhile() throws IOException {
        log(COMPONENT, INFO, "one\ntwo\n");
        try (OpenedLog log = open(COMPONENT, INFO)) {
            rest();
            log(COMPONENT, INFO, "three\n");
            try (InputStream in = log.open(0)) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("one\ntwo\n");
            }
        }
    }

    @Test
    void aLinkIsNoLog() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "do not show\n");
        log(COMPONENT, INFO, "one\n");
        Files.createSymbolicLink(file(COMPONENT, "link.log"), secret);
        Files.createSymbolicLink(file(COMPONENT, "linked.log~000000000000001-00000000"), secret);
        Files.createSymbolicLink(file(PARTY, "linked_0"), directory);
        rest();

        assertThat(logs().below(COMPONENT)).extracting(LogFile::name).containsExactly(INFO);
        assertThat(logs().below(LogFolder.of(JOB, "guest", "9999", "linked_0"))).isEmpty();
        assertThat(logs().growing(LogFolder.of(JOB, "guest", "9999", "linked_0")))
                .isEmpty();
        assertThat(logs().open(COMPONENT, "linked.log")).isEmpty();
        assertThatThrownBy(() -> logs().open(COMPONENT, "link.log")).hasMessageContaining("FFB-6126");
        assertThatThrownBy(() -> logs().open(LogFolder.of(JOB, "guest", "9999", "linked_0"), "secret"))
                .hasMessageContaining("FFB-6126");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../../../../../secret", ".", "", "a//b", "/etc/passwd", "a\\b", "\u0000"})
    void aNameThatLeadsElsewhereIsRefused(String name) {
        assertThatThrownBy(() -> logs().open(COMPONENT, name)).hasMessageContaining("FFB-6126");
    }

    @Test
    void logsOfAnOldJobGoAndNoOthers() throws IOException {
        LogFolder other = LogFolder.of("202603010000000000020", "guest", "9999", "hetero_lr_0");
        log(COMPONENT, INFO, "one\n");
        log(other, INFO, "one\n");
        rest();
        log(COMPONENT, INFO, "two\n");
        long later = Instant.now().plus(Duration.ofMinutes(1)).toEpochMilli();
        long before = Instant.now().minus(Duration.ofDays(1)).toEpochMilli();

        assertThat(logs().remove(before, job -> true)).as("they are young").isZero();
        assertThat(logs().remove(later, job -> false)).as("somebody may log").isZero();
        assertThat(logs().remove(later, JOB::equals)).isPositive();

        assertThat(logs().below(LogFolder.of(JOB))).isEmpty();
        assertThat(logs().open(COMPONENT, INFO)).isEmpty();
        assertThat(read(other, INFO, 0)).isEqualTo("one\n");
    }

    final Path home() {
        return directory.resolve("home");
    }

    /** As an executor does it, an hour ago. */
    final void log(LogFolder folder, String name, String text) throws IOException {
        Path file = file(folder, name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
    }

    final Path file(LogFolder folder, String name) {
        return folder.in(home().resolve("logs"), name);
    }

    final String read(LogFolder folder, String name, long from) throws IOException {
        return read(logs(), folder, name, from);
    }

    static String read(SiteLogs logs, LogFolder folder, String name, long from) throws IOException {
        try (OpenedLog log = logs.open(folder, name).orElseThrow();
                InputStream in = log.open(from)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private OpenedLog open(LogFolder folder, String name) throws IOException {
        Optional<OpenedLog> log = logs().open(folder, name);
        assertThat(log).as("%s of %s", name, folder).isPresent();
        return log.orElseThrow();
    }

    /** As whoever reads by line does it. */
    final List<String> lines(LogFolder folder, String name, long begin, long end) throws IOException {
        try (OpenedLog log = open(folder, name)) {
            OpenedLog.Start start = log.before(begin);
            try (InputStream in = log.open(start.bytes())) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .skip(begin - 1 - start.lines())
                        .limit(end - begin + 1)
                        .toList();
            }
        }
    }
}
