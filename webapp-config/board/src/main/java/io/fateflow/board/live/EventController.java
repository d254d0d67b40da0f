package io.fateflow.board.live;

import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import io.fateflow.operations.query.ChangeQueries;
import io.fateflow.webapp.security.CutToOwn;

/** A page hears what is true of what it shows, and asks for it when it has something else. */
@RestController
class EventController {

    private final EventStreams streams;

    EventController(EventStreams streams) {
        this.streams = streams;
    }

    /**
     * Of the list it says that something is another one than before, and nothing of any job.
     *
     * @param topic as {@link ChangeQueries} names it: a job, the list, or the site's resources
     */
    @CutToOwn
    @GetMapping("/board/api/events")
    ResponseEntity<SseEmitter> events(@RequestParam(defaultValue = ChangeQueries.LIST) String topic) {
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(streams.open(topic));
    }
}
