package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.api.LogPart;
import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.run.RunKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LogShippingTest {

    private static final String INFO = "INFO.log";

    @TempDir
    private Path work;

    private RunDirectory run;
    private final Map<String, String> server = new HashMap<>();

    @BeforeEach
    void anExecutorThatHasAnEarlierAttemptsLog() throws IOException {
        RunKey key = new RunKey("202601021530450000010", "host", "10000", "c_0", "202601021530450000010_c_0", 1);
        run = new RunDirectories(work).claim(key).run();
        log("of an earlier attempt\n");
        LogShipping.begin(run);
    }

    @Test
    void onlyWholeLinesAreBroughtUntilTheEnd() throws Exception {
        LogShipping shipping = LogShipping.of(run);
        log("one\ntw");

        shipping.ship(this::take, false);
        assertThat(server).containsEntry(INFO, "one\n");

        log("o\nthr");
        shipping.ship(this::take, false);
        assertThat(server).containsEntry(INFO, "one\ntwo\n");

        shipping.ship(this::take, true);
        assertThat(server).containsEntry(INFO, "one\ntwo\nthr");
    }

    @Test
    void whoGoesOnWithTheExecutorGoesOnWithItsLog() throws Exception {
        log("one\n");
        LogShipping.of(run).ship(this::take, false);
        log("two\n");

        LogShipping.of(run).ship(this::take, false);

        assertThat(server).containsEntry(INFO, "one\ntwo\n");
    }

    @Test
    void whatTheServerHadTakenBeforeItsAnswerWasLostIsNotSentForEver() throws Exception {
        LogShipping shipping = LogShipping.of(run);
        log("one\n");
        assertThatThrownBy(() -> shipping.ship(
                        part -> {
                            take(part);
                            throw new IllegalStateException("the answer is lost");
                        },
                        false))
                .hasMessage("the answer is lost");

        log("two\n");
        shipping.ship(this::take, false);

        assertThat(server).containsEntry(INFO, "one\ntwo\n");
    }

    @Test
    void whatIsNotWantedIsLeft() throws Exception {
        log("one\n");

        LogShipping.of(run).ship(part -> LogPart.UNWANTED, true);

        assertThat(server).isEmpty();
    }

    @Test
    void aLineLongerThanAPartIsBroughtInPieces() throws Exception {
        String line = "x".repeat(LogPart.LONGEST + 100) + "\n";
        log(line);

        LogShipping.of(run).ship(this::take, false);

        assertThat(server).containsEntry(INFO, line);
    }

    private long take(LogPart part) {
        String there = server.getOrDefault(part.file(), "");
        assertThat(part.offset()).isLessThanOrEqualTo(there.length());
        assertThat(part.bytes()).hasSizeLessThanOrEqualTo(LogPart.LONGEST);
        int skipped = (int) (there.length() - part.offset());
        String all = new String(part.bytes(), StandardCharsets.UTF_8);
        server.put(part.file(), there + all.substring(Math.min(skipped, all.length())));
        return server.getOrDefault(part.file(), "").length();
    }

    private void log(String text) throws IOException {
        Files.writeString(
                Files.createDirectories(run.logs()).resolve(INFO),
                text,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
