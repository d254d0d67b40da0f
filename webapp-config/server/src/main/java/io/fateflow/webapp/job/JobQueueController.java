package io.fateflow.webapp.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;

/** {@code job/clean/queue}: stops every job of this initiator that waits. */
@Controller
class JobQueueController {

    private static final int DONE = 0;

    private final JobQueries queries;
    private final JobCommands jobs;
    private final WireJson json;

    JobQueueController(JobQueries queries, JobCommands jobs, WireJson json) {
        this.queries = queries;
        this.jobs = jobs;
        this.json = json;
    }

    @PostMapping("/v1/job/clean/queue")
    Envelope clean() {
        ObjectNode stopped = json.object();
        queries.find(json.object().put("status", "waiting").put("is_initiator", true), null).stream()
                .map(job -> job.path("job_id").asText())
                .filter(jobId -> jobs.stop(jobId, "canceled"))
                .forEach(jobId -> stopped.put(jobId, DONE));
        return Envelope.of(stopped);
    }
}
