package io.fateflow.client;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.fateflow.client.call.FateFlowException;
import io.fateflow.client.profile.ServerProfile;

import static org.assertj.core.api.Assertions.assertThat;

/** A log that grows while it is read. */
class LogReaderTest {

    private final StubServer server = StubServer.start();
    private final List<String> read = new ArrayList<>();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aLineIsGivenOutOnceAndWhenItIsWhole() throws Exception {
        // the third line is half written at the first look
        log(2, "a", "b");
        log(3, "c", null);
        LogReader reader = reader();

        assertThat(more(reader)).isTrue();
        assertThat(read).containsExactly("a", "b");
        assertThat(more(reader)).isTrue();

        assertThat(read).containsExactly("a", "b", "c");
        assertThat(server.asked("/v1/log/cat"))
                .extracting(asked -> asked.json().path("begin").asLong() + "-"
                        + asked.json().path("end").asLong())
                .containsExactly("1-2", "3-3");
    }

    @Test
    void theRestHasTheLineThatNobodyHasEnded() throws Exception {
        log(0, null, null);
        server.says("/v1/log/cat", "[{\"line_num\":1,\"content\":\"torn\"}]").says("/v1/log/cat", "[]");

        reader().rest(line -> read.add(line.text()));

        assertThat(read).containsExactly("torn");
    }

    @Test
    void aLogThatWasBegunAnewIsReadFromItsBeginning() throws Exception {
        log(2, "a", "b");
        log(1, "new", null);
        LogReader reader = reader();
        more(reader);
        more(reader);

        assertThat(read).containsExactly("a", "b", "new");
    }

    @Test
    void aLogThatIsNotThereYetHasNothing() throws Exception {
        server.says("/v1/log/size", "{\"size\":0}");

        assertThat(more(reader())).isFalse();
        assertThat(server.asked("/v1/log/cat")).isEmpty();
    }

    private boolean more(LogReader reader) throws FateFlowException, InterruptedException {
        return reader.more(line -> read.add(line.text()));
    }

    /** Lines that were added, up to that size. */
    private void log(int size, @Nullable String first, @Nullable String second) {
        server.says("/v1/log/size", "{\"size\":" + size + "}");
        if (first != null) {
            long begin = second == null ? size : size - 1;
            String lines = "{\"line_num\":" + begin + ",\"content\":\"" + first + "\"}"
                    + (second == null ? "" : ",{\"line_num\":" + size + ",\"content\":\"" + second + "\"}");
            server.says("/v1/log/cat", "[" + lines + "]");
        }
    }

    private LogReader reader() throws Exception {
        LogSource log = LogSource.component("202601021530450000010", "guest", "9999", "reader_0");
        return FateFlowClient.to(ServerProfile.open(server.address())).logs().reader(log, 1);
    }
}
