package io.fateflow.webapp.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.RerunResult;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;

/** {@code job/rerun}. */
@Controller
class JobRerunController {

    private static final String ALL = "pipeline";
    private static final Envelope DONE = new Envelope(Retcode.SUCCESS, "rerun job success", null, null, null);
    private static final Envelope UNKNOWN = Envelope.failure(Retcode.DATA_ERROR, "can not found job");

    private final JobCommands jobs;

    JobRerunController(JobCommands jobs) {
        this.jobs = jobs;
    }

    @PostMapping("/v1/job/rerun")
    Envelope rerun(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        Optional<String> jobId = JobId.parse(ApiBody.text(sent, "job_id"));
        if (jobId.isEmpty()) {
            return UNKNOWN;
        }
        boolean force = sent.path("force").asBoolean(false);
        try {
            RerunResult result = jobs.rerun(jobId.get(), components(sent.path("component_name")), force);
            return result == RerunResult.UNKNOWN_JOB ? UNKNOWN : DONE;
        } catch (JobStateException | JobRejectedException e) {
            return Envelope.failure(Retcode.OPERATING_ERROR, "rerun job failed:\n" + e.getMessage());
        }
    }

    /** A name, several with commas between, or a list of names; none for all of them. */
    private static List<String> components(JsonNode sent) {
        List<String> names = new ArrayList<>();
        Iterable<JsonNode> texts = sent.isArray() ? sent : List.of(sent);
        for (JsonNode text : texts) {
            for (String name : text.asText("").split(",", -1)) {
                names.add(name.strip());
            }
        }
        names.removeIf(name -> name.isEmpty() || name.equals("null"));
        return names.contains(ALL) ? List.of() : names;
    }
}
