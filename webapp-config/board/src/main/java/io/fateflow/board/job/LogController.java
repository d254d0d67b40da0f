package io.fateflow.board.job;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import io.fateflow.board.answer.BoardException;
import io.fateflow.board.live.LogFeed;

/** Logs of components. */
@RestController
class LogController {

    private static final int MOST_BYTES = 256 * 1024;
    private static final String BASE = "/board/api/jobs/{job}/logs/{role}/{party}/{component}";

    private static final long STREAM_MILLIS = Duration.ofMinutes(5).toMillis();

    private final LogFiles logs;
    private final LogFeed feed;

    LogController(LogFiles logs, LogFeed feed) {
        this.logs = logs;
        this.feed = feed;
    }

    @GetMapping(BASE)
    List<LogFiles.LogFile> files(
            @PathVariable String job,
            @PathVariable String role,
            @PathVariable String party,
            @PathVariable String component)
            throws IOException {
        return logs.list(new LogFiles.Place(job, role, party, component));
    }

    @GetMapping(BASE + "/part")
    LogFiles.Part part(
            @PathVariable String job,
            @PathVariable String role,
            @PathVariable String party,
            @PathVariable String component,
            @RequestParam String file,
            @RequestParam long from)
            throws IOException {
        return logs.read(new LogFiles.Place(job, role, party, component), file, from, MOST_BYTES)
                .orElseThrow(LogController::unknown);
    }

    /** Server-sent events: the logs of this place have grown. */
    @GetMapping(BASE + "/events")
    SseEmitter events(
            @PathVariable String job,
            @PathVariable String role,
            @PathVariable String party,
            @PathVariable String component)
            throws IOException {
        Path directory =
                logs.directory(new LogFiles.Place(job, role, party, component)).orElseThrow(LogController::unknown);
        SseEmitter stream = new SseEmitter(STREAM_MILLIS);
        Runnable follower = () -> grown(stream);
        stream.onCompletion(() -> feed.remove(directory, follower));
        stream.onTimeout(stream::complete);
        stream.onError(failed -> feed.remove(directory, follower));
        feed.add(directory, follower);
        grown(stream);
        return stream;
    }

    private static void grown(SseEmitter stream) {
        try {
            stream.send(SseEmitter.event().name("changed").data(""));
        } catch (IOException | IllegalStateException gone) {
            stream.completeWithError(gone);
        }
    }

    private static BoardException unknown() {
        return new BoardException(
                404,
                "FFB-5412",
                "There is no such log on this machine.",
                "Housekeeping has removed it, or the component ran on another machine, which has it.");
    }
}
