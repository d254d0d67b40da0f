package io.fateflow.webapp.doctor;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Repair;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;

/**
 * {@code resource/return}: gives back what an ended job holds still. No job does here, so there is something to do only where
 * the doctor would find it, and it is done as its repair. What a job that goes on holds comes back with its end.
 */
@Controller
class ResourceReturnController {

    private final JobQueries jobs;
    private final SiteDoctor doctor;
    private final WireJson json;

    ResourceReturnController(JobQueries jobs, SiteDoctor doctor, WireJson json) {
        this.jobs = jobs;
        this.doctor = doctor;
        this.json = json;
    }

    @PostMapping("/v1/resource/return")
    Envelope giveBack(ApiBody body) throws InterruptedException {
        String jobId = ApiBody.text(body.with("job_id"), "job_id");
        List<ObjectNode> rows = jobs.find(json.object().put("job_id", jobId), null);
        if (jobId.isEmpty() || rows.isEmpty()) {
            throw ApiException.uncaught("Exception", "no found job " + jobId);
        }
        boolean done = repaired(jobId);
        ArrayNode data = json.object().putArray("parties");
        for (ObjectNode row : rows) {
            boolean inUse = row.path("resource_in_use").asBoolean();
            data.addObject()
                    .put("job_id", jobId)
                    .put("party_id", row.path("party_id").asText())
                    .put("resource_in_use", inUse)
                    .put("resource_return_status", done && inUse)
                    .put("role", row.path("role").asText());
        }
        String status = rows.get(0).path("status").asText();
        return status.equals("running") || status.equals("waiting")
                ? new Envelope(
                        Retcode.OPERATING_ERROR,
                        "FFB-6129 Job %s is %s: what it holds comes back with its end. Stop it with job/stop."
                                .formatted(jobId, status),
                        data,
                        null,
                        null)
                : Envelope.of(data);
    }

    private boolean repaired(String jobId) throws InterruptedException {
        List<String> left = doctor.lookToRepair().stream()
                .filter(finding -> isOf(finding, jobId))
                .map(Finding::key)
                .toList();
        return !left.isEmpty() && !doctor.repair(left).isEmpty();
    }

    private static boolean isOf(Finding finding, String jobId) {
        return finding.repair()
                .filter(repair -> repair instanceof Repair.ReleaseJob release
                        && release.jobId().equals(jobId))
                .isPresent();
    }
}
