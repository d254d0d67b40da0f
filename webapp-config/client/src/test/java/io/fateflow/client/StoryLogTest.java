package io.fateflow.client;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.fateflow.client.profile.ServerProfile;

import static org.assertj.core.api.Assertions.assertThat;

/** A job's story, whose lines change and move while it is told. */
class StoryLogTest {

    private static final String JOB = "202601021530450000010";

    private final StubServer server = StubServer.start();
    private final List<String> read = new ArrayList<>();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aLineThatMovesOrSaysMoreTakesNoOtherOnesPlace() throws Exception {
        story("submit", "b waits", "a runs");
        story("submit", "a runs, 7 ms", "b runs");
        story("submit", "a runs, 7 ms", "b runs", "end");
        LogReader reader = reader(1);

        boolean first = reader.more(this::read);
        boolean second = reader.more(this::read);
        reader.rest(this::read);

        assertThat(first && second).isTrue();
        assertThat(read).containsExactly("submit", "b waits", "a runs", "a runs, 7 ms", "b runs", "end");
    }

    @Test
    void whatIsThereAlreadyIsNotNews() throws Exception {
        story("submit");
        story("submit");
        LogReader reader = reader(1);
        reader.more(this::read);

        assertThat(reader.more(this::read)).isFalse();
        assertThat(read).containsExactly("submit");
    }

    @Test
    void whoWantsTheLastLinesGetsThemAndAllThatFollows() throws Exception {
        story("submit", "a waits", "a runs");
        story("submit", "a runs, 7 ms");
        LogReader reader = reader(3);
        reader.more(this::read);
        reader.rest(this::read);

        assertThat(read).containsExactly("a runs", "a runs, 7 ms");
    }

    private void read(LogLine line) {
        read.add(line.text());
    }

    /** What the server has to say at the next look: all of it, and nothing behind it. */
    private void story(String... lines) {
        List<String> rows = new ArrayList<>();
        for (String line : lines) {
            rows.add("{\"line_num\":%d,\"content\":\"%s\"}".formatted(rows.size() + 1, line));
        }
        server.says("/v1/log/cat", "[" + String.join(",", rows) + "]").says("/v1/log/cat", "[]");
    }

    private LogReader reader(long begin) throws Exception {
        return FateFlowClient.to(ServerProfile.open(server.address())).logs().reader(LogSource.schedule(JOB), begin);
    }
}
