package io.fateflow.webapp.job;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.Problem;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobLimits;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.job.SubmittedJob;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.security.ProjectOfCall;

/** {@code job/submit} and {@code job/stop}. */
@Controller
class JobSubmitController {

    private static final String WARNING = "[WARN]";
    private static final String REMOVED_KEYS = WARNING + "backend,work_mode is removed,it does not take effect!";

    private static final Set<String> STOP_STATUSES = Set.of("canceled", "failed", "timeout");
    private static final String STOPPED = "stop job on this party success; stop job on all party success";

    private static final int TOO_MANY_REQUESTS = 429;

    private final JobCommands jobs;
    private final SubmitAnswer answer;
    private final WireJson json;
    private final ProjectOfCall projects;

    JobSubmitController(JobCommands jobs, SubmitAnswer answer, WireJson json, ProjectOfCall projects) {
        this.jobs = jobs;
        this.answer = answer;
        this.json = json;
        this.projects = projects;
    }

    @PostMapping("/v1/job/submit")
    Envelope submit(ApiBody body, HttpServletRequest request) throws IOException {
        JsonNode dsl = firstFilled(body.object(), "dsl", "job_dsl");
        JsonNode conf = firstFilled(body.object(), "runtime_conf", "job_runtime_conf");
        Optional<String> project = projects.of(request, dsl, conf);
        try {
            SubmittedJob job = jobs.submit(new JobSubmission(dsl, conf, "").in(project));
            ObjectNode data = answer.accepted(job, request);
            String message = message(conf, job.warnings());
            data.put("message", message);
            return Envelope.of(message, data).withJobId(job.jobId());
        } catch (JobRejectedException e) {
            if (e.problems().stream().anyMatch(problem -> problem.id().equals(JobLimits.ID))) {
                throw ApiException.http(TOO_MANY_REQUESTS, String.valueOf(e.getMessage()));
            }
            return answer.rejected(e);
        }
    }

    @PostMapping("/v1/job/stop")
    Envelope stop(ApiBody body) {
        String asked = ApiBody.text(body.orEmpty(), "stop_status");
        String status = STOP_STATUSES.contains(asked) ? asked : "canceled";
        boolean known = JobId.parse(ApiBody.text(body.orEmpty(), "job_id"))
                .map(id -> jobs.stop(id, status))
                .orElse(false);
        return known
                ? new Envelope(Retcode.SUCCESS, STOPPED, null, null, null)
                : Envelope.failure(Retcode.DATA_ERROR, "can not found job");
    }

    /** As FATE Flow answers: warnings take the place of {@code success}. */
    private static String message(JsonNode conf, List<Problem> warnings) {
        String removed = usesRemovedKeys(conf) ? REMOVED_KEYS : "";
        String all = Stream.concat(Stream.of(removed), warnings.stream().map(warning -> WARNING + warning))
                .filter(warning -> !warning.isEmpty())
                .collect(Collectors.joining("\n"));
        return all.isEmpty() ? "success" : all;
    }

    private JsonNode firstFilled(ObjectNode body, String name, String otherName) {
        JsonNode value = body.path(name);
        JsonNode found = value.isEmpty() ? body.path(otherName) : value;
        return found.isMissingNode() || found.isNull() ? json.object() : found;
    }

    private static boolean usesRemovedKeys(JsonNode conf) {
        JsonNode common = new JobConf(conf).common().tree();
        return common.has("backend") || common.has("work_mode");
    }
}
