package io.fateflow.webapp.audit;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

import io.fateflow.engine.audit.JobEvent;
import io.fateflow.engine.audit.JobHistory;
import io.fateflow.operations.query.Listing;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;

/**
 * Everything that is known of a job, in its order; also of one that ended long ago. A long story comes in parts, each of which says with
 * which time the next one begins.
 */
@Controller
class JobHistoryController {

    private final JobHistory stories;
    private final WireJson json;

    JobHistoryController(JobHistory stories, WireJson json) {
        this.stories = stories;
        this.json = json;
    }

    @GetMapping("/v1/job/{jobId}/story")
    Envelope story(@PathVariable String jobId, @RequestParam(defaultValue = "0") long since) {
        JobHistory.Part story = stories.of(jobId, since, Listing.MOST);
        List<JobEvent> told = story.events();
        if (told.isEmpty() && since <= 0) {
            return Envelope.failure(Retcode.DATA_ERROR, "can not found job");
        }
        ArrayNode events = json.object().arrayNode();
        told.forEach(event -> events.add(wire(event)));
        return story.isCut()
                ? Envelope.of(
                        Listing.more(
                                "ask for since=" + told.get(told.size() - 1).time()),
                        events)
                : Envelope.of(events);
    }

    private ObjectNode wire(JobEvent event) {
        ObjectNode wire = (ObjectNode) json.tree(event);
        wire.put("at", Instant.ofEpochMilli(event.time()).toString());
        wire.put("source", event.source().name().toLowerCase(Locale.ROOT));
        return wire;
    }
}
