package io.fateflow.board.live;

import java.io.IOException;
import java.time.Duration;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import io.fateflow.board.answer.BoardException;

/**
 * Server-sent events: a page hears that what it shows has changed, and asks for it. A stream ends after some minutes, and
 * the browser opens the next: then the login is looked at again.
 */
@RestController
class EventController {

    private static final long STREAM_MILLIS = Duration.ofMinutes(5).toMillis();
    private static final int MOST = 1_000;

    private final ChangeFeed feed;

    EventController(ChangeFeed feed) {
        this.feed = feed;
    }

    /** @param job the job that a page shows; empty for the list of all */
    @GetMapping("/board/api/events")
    SseEmitter events(@RequestParam(defaultValue = "") String job, HttpServletResponse response) {
        if (feed.size() >= MOST) {
            throw new BoardException(
                    503, "FFB-5413", "Too many pages follow this server.", "Close pages that nobody looks at.");
        }
        response.setHeader("Cache-Control", "no-store");
        SseEmitter stream = new SseEmitter(STREAM_MILLIS);
        ChangeFeed.Follower page = new Page(job, stream);
        stream.onCompletion(() -> feed.remove(page));
        stream.onTimeout(stream::complete);
        stream.onError(failed -> feed.remove(page));
        send(stream, "open");
        feed.add(page);
        return stream;
    }

    private record Page(String topic, SseEmitter stream) implements ChangeFeed.Follower {

        @Override
        public void changed() {
            send(stream, "changed");
        }
    }

    private static void send(SseEmitter stream, String event) {
        try {
            stream.send(SseEmitter.event().name(event).data(""));
        } catch (IOException | IllegalStateException gone) {
            stream.completeWithError(gone);
        }
    }
}
