package io.fateflow.webapp.job;

import java.net.URI;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

import io.fateflow.operations.query.JobQueries;

/**
 * Where a job is to be seen. Clients get an address that stays good: it leads to the job's page on the board, where there is
 * one. In Cockpit, the job has its process while it runs, and later its DAG's page, which lists jobs that have ended.
 */
@Controller
final class CockpitLinks {

    private static final String COCKPIT = "/camunda/app/cockpit/default/#/";
    private static final String PAGE = "/job/";

    private final JobQueries jobs;
    private final ObjectProvider<JobPages> pages;

    CockpitLinks(JobQueries jobs, ObjectProvider<JobPages> pages) {
        this.jobs = jobs;
        this.pages = pages;
    }

    /** The job's page, at the address the client called us by. */
    String job(HttpServletRequest request, String jobId) {
        return request.getScheme() + "://" + request.getHeader(HttpHeaders.HOST) + PAGE + jobId;
    }

    /** Tells a browser where to look, which then asks for a login. An unknown job leads to the list of all. */
    @GetMapping(PAGE + "{jobId}")
    ResponseEntity<Void> page(@PathVariable String jobId) {
        JobPages board = pages.getIfAvailable();
        return board == null ? process(jobId) : sendTo(board.page(jobId));
    }

    /** The same, to the job's process in Cockpit. */
    @GetMapping(PAGE + "{jobId}/process")
    ResponseEntity<Void> process(@PathVariable String jobId) {
        String page = JobId.parse(jobId)
                .flatMap(jobs::liveProcess)
                .map(instance -> "process-instance/" + instance + "/runtime")
                .or(() ->
                        JobId.parse(jobId).flatMap(jobs::diagram).map(dag -> "process-definition/" + dag + "/runtime"))
                .orElse("dashboard");
        return sendTo(COCKPIT + page);
    }

    private static ResponseEntity<Void> sendTo(String path) {
        return ResponseEntity.status(HttpStatus.FOUND)
                .location(URI.create(path))
                .build();
    }
}
