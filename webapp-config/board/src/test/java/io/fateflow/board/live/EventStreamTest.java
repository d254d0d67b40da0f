package io.fateflow.board.live;

import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.board.BoardCaller;
import io.fateflow.operations.query.ChangeQueries;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** Server-sent events as a browser gets them. */
@ServerTest
@Tag("slow")
class EventStreamTest {

    @Autowired
    private Caller caller;

    @Autowired
    private ChangeFeed feed;

    @Autowired
    private JdbcTemplate jdbc;

    @Test
    void whoComesIsToldWhatIsTrueAndOfTheNextCommit() {
        HttpResponse<InputStream> answer = open(ChangeQueries.RESOURCES);

        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(answer.headers().firstValue("Content-Encoding")).isEmpty();
        try (Scanner events = new Scanner(answer.body(), StandardCharsets.UTF_8)) {
            String before = next(events);
            assertThat(before).hasSize(36);

            // seen now: the site forgets workers that have been silent for long, perhaps before anybody was told
            jdbc.update(
                    "insert into worker (worker_id, host, mode, places, running, trouble, drain, seen_time)"
                            + " values ('of-this-test', 'h', 'local', 8, 0, '', false, ?)",
                    System.currentTimeMillis());
            feed.committedHere();

            // what was true at the beginning may be told again: by the commit of whoever else is there, and every ten
            // seconds
            String told = next(events);
            while (told.equals(before)) {
                told = next(events);
            }
            assertThat(told).hasSize(36);
        } finally {
            jdbc.update("delete from worker where worker_id = 'of-this-test'");
        }
    }

    @Test
    void aJobThatIsNotThereHasAStateThatItsPageCanWaitFor() {
        try (Scanner events = new Scanner(open("202603010000000000990").body(), StandardCharsets.UTF_8)) {
            assertThat(next(events)).isEqualTo("unknown");
        }
    }

    private static String next(Scanner events) {
        assertThat(events.nextLine()).isEqualTo("event:state");
        String data = events.nextLine();
        assertThat(data).startsWith("data:");
        assertThat(events.nextLine()).isEmpty();
        return data.substring("data:".length());
    }

    private HttpResponse<InputStream> open(String topic) {
        return caller.send(
                new BoardCaller(caller)
                        .request("events?topic=" + topic)
                        .header("Accept-Encoding", "gzip")
                        .GET(),
                BodyHandlers.ofInputStream());
    }
}
