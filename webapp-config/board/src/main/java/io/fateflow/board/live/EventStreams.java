package io.fateflow.board.live;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import io.fateflow.board.answer.BoardException;

/**
 * Server-sent events, one stream a page: a browser has few connections to a server for all its pages. A stream ends after
 * some minutes, and the page opens the next: then the login is looked at again.
 */
@Component
public final class EventStreams {

    private static final long STREAM_MILLIS = Duration.ofMinutes(5).toMillis();
    private static final int MOST = 1_000;

    private final ChangeFeed feed;
    private final Set<SseEmitter> streams = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    EventStreams(ChangeFeed feed) {
        this.feed = feed;
    }

    /** Opens a stream of a topic's states. */
    public SseEmitter open(String topic) {
        if (ending) {
            throw new BoardException(
                    503, "FFB-6410", "This server is being stopped.", "The page goes on when it is there again.");
        }
        if (feed.size() >= MOST) {
            throw new BoardException(
                    503, "FFB-5413", "Too many pages follow this server.", "Close pages that nobody looks at.");
        }
        SseEmitter stream = new SseEmitter(STREAM_MILLIS);
        ChangeFeed.Follower page = new Page(topic, stream);
        Runnable end = () -> {
            streams.remove(stream);
            feed.remove(page);
        };
        stream.onCompletion(end);
        stream.onTimeout(stream::complete);
        stream.onError(failed -> end.run());
        streams.add(stream);
        feed.add(page);
        if (ending) {
            stream.complete();
        }
        return stream;
    }

    /** A server that stops waits for answers that are under way: streams would be, until it loses patience. */
    @EventListener(ContextClosedEvent.class)
    void end() {
        ending = true;
        streams.forEach(SseEmitter::complete);
    }

    /** Sends an event; a stream that nobody listens to any more ends. */
    public static void send(SseEmitter stream, String event, String data) {
        try {
            stream.send(SseEmitter.event().name(event).data(data));
        } catch (IOException | IllegalStateException gone) {
            stream.completeWithError(gone);
        }
    }

    private record Page(String topic, SseEmitter stream) implements ChangeFeed.Follower {

        @Override
        public void state(String state) {
            send(stream, "state", state);
        }
    }
}
