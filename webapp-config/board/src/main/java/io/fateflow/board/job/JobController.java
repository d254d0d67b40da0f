package io.fateflow.board.job;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.board.answer.BoardException;
import io.fateflow.operations.query.ComponentUsage;
import io.fateflow.operations.query.JobAttempts;
import io.fateflow.operations.query.JobAttempts.Attempt;
import io.fateflow.operations.query.JobAttempts.PartyOfJob;
import io.fateflow.operations.query.JobOverview;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.JobSearch;
import io.fateflow.webapp.job.JobId;
import io.fateflow.webapp.job.ListedJobs;

/** One job with all that its page shows; the page asks again when the job has changed. */
@RestController
class JobController {

    private final JobSearch search;
    private final JobQueries jobs;
    private final JobAttempts attempts;
    private final ListedJobs listed;
    private final JobDiagrams diagrams;
    private final ComponentUsage usage;

    JobController(
            JobSearch search,
            JobQueries jobs,
            JobAttempts attempts,
            ListedJobs listed,
            JobDiagrams diagrams,
            ComponentUsage usage) {
        this.search = search;
        this.jobs = jobs;
        this.attempts = attempts;
        this.listed = listed;
        this.diagrams = diagrams;
        this.usage = usage;
    }

    /** @param reason what it waits for now, or why it failed */
    record Answer(
            JobSearch.Line job,
            String reason,
            List<PartyOfJob> parties,
            List<Attempt> attempts,
            JsonNode dsl,
            JsonNode conf) {}

    @GetMapping("/board/api/jobs/{job}")
    Answer job(@PathVariable String job) {
        JobSearch.Line line = JobId.parse(job).flatMap(search::one).orElseThrow(BoardException::unknownJob);
        JsonNode row = jobs.first(job).orElseThrow(BoardException::unknownJob);
        String reason = listed.one(job).stream()
                .findFirst()
                .map(JobOverview.Job::waitReason)
                .orElse(line.reason());
        return new Answer(
                line, reason, attempts.parties(job), attempts.of(job), row.path("dsl"), row.path("runtime_conf"));
    }

    /** What a component asks for in each role, and what is suggested. */
    @GetMapping("/board/api/jobs/{job}/usage/{component}")
    List<ComponentUsage.InRole> usage(@PathVariable String job, @PathVariable String component) {
        return JobId.parse(job)
                .flatMap(search::one)
                .map(known -> usage.of(job, component))
                .orElseThrow(BoardException::unknownJob);
    }

    /** The job's DAG as BPMN, whether it runs here or at another site. */
    @GetMapping("/board/api/jobs/{job}/diagram")
    ResponseEntity<String> diagram(@PathVariable String job) {
        JsonNode row = JobId.parse(job).flatMap(jobs::first).orElseThrow(BoardException::unknownJob);
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_XML).body(diagrams.of(job, row.path("dsl")));
    }
}
