package io.fateflow.webapp.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.JobOverview;
import io.fateflow.operations.query.JobSearch;
import io.fateflow.operations.query.JobSearch.Filter;
import io.fateflow.operations.query.JobSearch.Line;
import io.fateflow.operations.query.JobSearch.Place;
import io.fateflow.operations.query.Listing;
import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.security.CutToOwn;

/**
 * {@code job/search}: jobs as people list them, a line each whatever number of parties is here, newest first, with what each
 * waits for or why it failed. FATE Flow lists a line a party.
 */
@Controller
final class JobSearchController {

    private static final int USUAL = 25;

    private final JobSearch jobs;
    private final ListedJobs listed;
    private final WireJson json;

    JobSearchController(JobSearch jobs, ListedJobs listed, WireJson json) {
        this.jobs = jobs;
        this.listed = listed;
        this.json = json;
    }

    /**
     * Body: {@code job_id} for one; or {@code text}, {@code status} (a list), {@code party_id}, {@code uploads}, {@code project},
     * {@code limit}, and {@code behind}, the {@code create_time} and {@code job_id} of the last job of the page before.
     */
    @CutToOwn
    @PostMapping("/v1/job/search")
    Envelope search(ApiBody body, VisibleJobs visible) {
        ObjectNode sent = body.orEmpty();
        ObjectNode data = json.object();
        ArrayNode lines = data.putArray("jobs");
        String jobId = ApiBody.text(sent, "job_id");
        if (!jobId.isEmpty()) {
            JobId.parse(jobId).flatMap(jobs::one).ifPresent(line -> lines.add(wire(line, reason(line))));
            return Envelope.of(data.put("count", lines.size()).put("more", false));
        }
        Filter filter = new Filter(
                ApiBody.text(sent, "text").strip(),
                statuses(sent.path("status")),
                ApiBody.text(sent, "party_id").strip(),
                sent.path("uploads").asBoolean(),
                ApiBody.text(sent, "project").strip(),
                visible);
        JobSearch.Jobs page = jobs.newest(filter, place(sent.path("behind")), limit(sent.path("limit")));
        page.lines().forEach(line -> lines.add(wire(line, line.reason())));
        return Envelope.of(data.put("count", jobs.count(filter)).put("more", page.older()));
    }

    /** As the page of a job has it: another site that does not answer is a reason, too. */
    private String reason(Line line) {
        return listed.one(line.jobId()).stream()
                .findFirst()
                .map(JobOverview.Job::waitReason)
                .orElse(line.reason());
    }

    private static List<String> statuses(JsonNode sent) {
        List<String> statuses = new ArrayList<>();
        sent.forEach(status -> statuses.add(status.asText()));
        if (sent.isTextual()) {
            statuses.add(sent.asText());
        }
        return statuses;
    }

    private static int limit(JsonNode sent) {
        return Math.max(1, Math.min(sent.asInt(USUAL), Listing.MOST));
    }

    private static Optional<Place> place(JsonNode behind) {
        if (behind.isMissingNode() || behind.isNull()) {
            return Optional.empty();
        }
        String jobId = JobId.parse(ApiBody.text(behind, "job_id"))
                .filter(id -> behind.path("create_time").canConvertToLong())
                .orElseThrow(() -> ApiException.http(
                        400,
                        "FFB-5270 \"behind\" names no place in the list: send create_time and job_id of a job that was"
                                + " listed"));
        return Optional.of(new Place(behind.path("create_time").asLong(), jobId));
    }

    private ObjectNode wire(Line line, String reason) {
        ObjectNode wire = json.object()
                .put("job_id", line.jobId())
                .put("name", line.name())
                .put("owner", line.owner())
                .put("notes", line.notes())
                .put("initiator_role", line.initiatorRole())
                .put("initiator_party_id", line.initiatorPartyId())
                .put("is_initiator", line.own())
                .put("status", line.status())
                .put("suspended", line.suspended())
                .put("progress", line.progress())
                .put("create_time", line.createTime())
                .put("start_time", line.startTime())
                .put("end_time", line.endTime())
                .put("elapsed", line.elapsed())
                .put("wait_since", line.waitSince())
                .put("reason", reason)
                .put("error", line.error());
        if (!line.project().isEmpty()) {
            wire.put("project", line.project());
        }
        wire.set("roles", line.roles());
        line.modules().forEach(wire.putArray("modules")::add);
        return wire;
    }
}
