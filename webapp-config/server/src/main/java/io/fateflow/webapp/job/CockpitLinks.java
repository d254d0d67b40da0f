package io.fateflow.webapp.job;

import java.net.URI;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

import io.fateflow.operations.query.JobQueries;

/**
 * Where a job is to be seen in Cockpit. Clients get an address that stays good: it leads to the job's process while it
 * runs, and later to its DAG's page, which lists jobs that have ended.
 */
@Controller
final class CockpitLinks {

    private static final String COCKPIT = "/camunda/app/cockpit/default/#/";
    private static final String PAGE = "/job/";

    private final JobQueries jobs;

    CockpitLinks(JobQueries jobs) {
        this.jobs = jobs;
    }

    /** The job's page, at the address the client called us by. */
    String job(HttpServletRequest request, String jobId) {
        return request.getScheme() + "://" + request.getHeader(HttpHeaders.HOST) + PAGE + jobId;
    }

    /** Tells a browser where to look; Cockpit then asks for a login. An unknown job leads to the list of all. */
    @GetMapping(PAGE + "{jobId}")
    ResponseEntity<Void> page(@PathVariable String jobId) {
        String page = JobId.parse(jobId)
                .flatMap(jobs::liveProcess)
                .map(instance -> "process-instance/" + instance + "/runtime")
                .or(() ->
                        JobId.parse(jobId).flatMap(jobs::diagram).map(dag -> "process-definition/" + dag + "/runtime"))
                .orElse("dashboard");
        return ResponseEntity.status(HttpStatus.FOUND)
                .location(URI.create(COCKPIT + page))
                .build();
    }
}
