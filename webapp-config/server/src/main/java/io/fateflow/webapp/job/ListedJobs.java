package io.fateflow.webapp.job;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import io.fateflow.operations.query.JobOverview;
import io.fateflow.operations.query.JobQueries;

/** The jobs that Cockpit lists; a running one says which site does not answer, as {@code job/query} does. */
@Component
public final class ListedJobs {

    private static final int MOST = 50;

    private final JobOverview overview;
    private final JobQueries jobs;
    private final UnreachableSites silent;

    ListedJobs(JobOverview overview, JobQueries jobs, UnreachableSites silent) {
        this.overview = overview;
        this.jobs = jobs;
        this.silent = silent;
    }

    /** The newest first, of one DAG if its process definition is named. */
    public List<JobOverview.Job> newest(@Nullable String definition) {
        return explained(definition == null ? overview.recent(MOST) : overview.recentOf(definition, MOST));
    }

    /** One job; nothing if this site does not know it. */
    public List<JobOverview.Job> one(String jobId) {
        return explained(overview.one(jobId).stream().toList());
    }

    /** A job's components at each party. */
    public List<JobOverview.Task> tasks(String jobId) {
        return overview.tasks(jobId);
    }

    private List<JobOverview.Job> explained(List<JobOverview.Job> listed) {
        ObjectNode running = JsonNodeFactory.instance.objectNode();
        listed.stream()
                .filter(job -> job.status().equals("running") && job.waitReason() == null)
                .forEach(job -> running.withArray("job_id").add(job.jobId()));
        List<ObjectNode> rows = jobs.find(running, null);
        silent.explain(rows);
        Map<String, String> reasons = rows.stream()
                .filter(row -> row.hasNonNull("wait_reason"))
                .collect(Collectors.toMap(
                        row -> row.path("job_id").asText(),
                        row -> row.path("wait_reason").asText(),
                        (one, ofAnotherParty) -> one));
        return listed.stream()
                .map(job -> reasons.containsKey(job.jobId()) ? job.waitingFor(reasons.get(job.jobId())) : job)
                .toList();
    }
}
