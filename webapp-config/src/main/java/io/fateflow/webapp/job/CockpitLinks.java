package io.fateflow.webapp.job;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

import io.fateflow.engine.query.JobQueries;

/** Where a job is to be seen in Cockpit. */
@Component
final class CockpitLinks {

    private static final String COCKPIT = "/camunda/app/cockpit/default/#/";

    private final JobQueries jobs;

    CockpitLinks(JobQueries jobs) {
        this.jobs = jobs;
    }

    /** The page of the job's process instance, at the address the client called us by. */
    String job(HttpServletRequest request, String jobId) {
        String server = request.getScheme() + "://" + request.getHeader("Host");
        return server
                + COCKPIT
                + jobs.processInstanceId(jobId)
                        .map(id -> "process-instance/" + id + "/runtime")
                        .orElse("processes");
    }
}
