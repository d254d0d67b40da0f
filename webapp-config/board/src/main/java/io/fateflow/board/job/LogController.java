package io.fateflow.board.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import io.fateflow.board.answer.BoardException;
import io.fateflow.board.live.EventStreams;
import io.fateflow.board.live.LogFeed;
import io.fateflow.webapp.storage.log.LogFile;

/** Logs of components. */
@RestController
class LogController {

    private static final int MOST_BYTES = 256 * 1024;
    private static final String BASE = "/board/api/jobs/{job}/logs/{role}/{party}/{component}";

    private final LogFiles logs;
    private final LogFeed feed;
    private final EventStreams streams;

    LogController(LogFiles logs, LogFeed feed, EventStreams streams) {
        this.logs = logs;
        this.feed = feed;
        this.streams = streams;
    }

    @GetMapping(BASE)
    List<LogFile> files(
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

    /** Server-sent events: what is true of the job, and that logs of this place have grown. */
    @GetMapping(BASE + "/events")
    ResponseEntity<SseEmitter> events(
            @PathVariable String job,
            @PathVariable String role,
            @PathVariable String party,
            @PathVariable String component)
            throws IOException {
        Optional<Path> directory = logs.directory(new LogFiles.Place(job, role, party, component));
        SseEmitter stream = streams.open(job);
        if (directory.isPresent()) {
            Path place = directory.get();
            Runnable follower = () -> EventStreams.send(stream, "log", "");
            stream.onCompletion(() -> feed.remove(place, follower));
            stream.onError(failed -> feed.remove(place, follower));
            feed.add(place, follower);
            follower.run();
        }
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(stream);
    }

    private static BoardException unknown() {
        return new BoardException(
                404,
                "FFB-5412",
                "There is no such log that this server can see.",
                "Housekeeping has removed it, or the component ran on another machine, which has it.");
    }
}
