package io.fateflow.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.client.call.CallRefusedException;
import io.fateflow.client.call.FateFlowException;
import io.fateflow.client.call.ServerCalls;

/** Jobs of a site: to submit them, to look at them, and to act on them. */
public final class Jobs {

    /** FATE Flow's code, and its words, of a job that it does not know. */
    private static final int UNKNOWN = 102;

    private static final int NOTHING_FOUND = 101;
    private static final int MOST = 1_000;
    private static final Pattern ID = Pattern.compile("\\d{20,25}");

    private final ServerCalls calls;

    Jobs(ServerCalls calls) {
        this.calls = calls;
    }

    /**
     * Submits a job.
     *
     * @throws CallRefusedException with all problems of DSL and conf, a line each
     */
    public SubmittedJob submit(JsonNode dsl, JsonNode conf) throws FateFlowException, InterruptedException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("dsl", dsl);
        body.set("runtime_conf", conf);
        return SubmittedJob.of(calls.post("job/submit", body));
    }

    /** @throws CallRefusedException FFB-5278 if the site does not know it, with the nearest one that it knows */
    public Job get(String jobId) throws FateFlowException, InterruptedException {
        Optional<Job> found =
                ID.matcher(jobId).matches() ? page(body(jobId)).jobs().stream().findFirst() : Optional.empty();
        if (found.isEmpty()) {
            throw unknown(jobId);
        }
        return found.get();
    }

    /** The newest ones that fit. */
    public JobPage list(JobFilter filter) throws FateFlowException, InterruptedException {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("text", filter.text())
                .put("party_id", filter.party())
                .put("uploads", filter.uploads())
                .put("limit", filter.limit());
        filter.statuses().forEach(body.putArray("status")::add);
        Job behind = filter.behind();
        if (behind != null) {
            body.putObject("behind").put("create_time", behind.createTime()).put("job_id", behind.jobId());
        }
        return page(body);
    }

    /** The latest attempt of each component at each party of this site; none before the first one starts. */
    public List<Task> tasks(String jobId) throws FateFlowException, InterruptedException {
        List<Task> tasks = new ArrayList<>();
        try {
            calls.post("job/task/query", body(jobId)).path("data").forEach(row -> tasks.add(Task.of(row)));
        } catch (CallRefusedException e) {
            if (e.retcode() != NOTHING_FOUND) {
                throw e;
            }
        }
        return List.copyOf(tasks);
    }

    /** Stops it at all parties; one that has ended stays as it is. */
    public void stop(String jobId) throws FateFlowException, InterruptedException {
        act("job/stop", jobId, body(jobId));
    }

    /** Goes on with a job that has failed: what has succeeded stays. */
    public void retry(String jobId) throws FateFlowException, InterruptedException {
        act("job/rerun", jobId, body(jobId));
    }

    /**
     * Runs components again that have ended, and all that depends on them, also those that have succeeded.
     *
     * @param components none for all
     */
    public void rerun(String jobId, List<String> components) throws FateFlowException, InterruptedException {
        ObjectNode body = body(jobId).put("force", true);
        components.forEach(body.putArray("component_name")::add);
        act("job/rerun", jobId, body);
    }

    /** Lets it start nothing more until it is resumed; what runs goes on. */
    public void suspend(String jobId) throws FateFlowException, InterruptedException {
        act("job/suspend", jobId, body(jobId));
    }

    /** Lets a suspended job go on. */
    public void resume(String jobId) throws FateFlowException, InterruptedException {
        act("job/resume", jobId, body(jobId));
    }

    private void act(String call, String jobId, ObjectNode body) throws FateFlowException, InterruptedException {
        try {
            calls.post(call, body);
        } catch (CallRefusedException e) {
            if (e.retcode() == UNKNOWN) {
                throw unknown(jobId);
            }
            throw e;
        }
    }

    private JobPage page(ObjectNode body) throws FateFlowException, InterruptedException {
        JsonNode data = calls.post("job/search", body).path("data");
        List<Job> jobs = new ArrayList<>();
        data.path("jobs").forEach(row -> jobs.add(Job.of(row)));
        return new JobPage(
                List.copyOf(jobs), data.path("count").asInt(), data.path("more").asBoolean());
    }

    private static ObjectNode body(String jobId) {
        return JsonNodeFactory.instance.objectNode().put("job_id", jobId);
    }

    private CallRefusedException unknown(String jobId) throws FateFlowException, InterruptedException {
        List<String> known =
                list(JobFilter.newest(MOST)).jobs().stream().map(Job::jobId).toList();
        String nearest = NearestName.of(jobId, known)
                .map(id -> ": did you mean " + id + "?")
                .orElse("");
        return new CallRefusedException("FFB-5278 This site knows no job " + shown(jobId) + nearest, "", UNKNOWN);
    }

    private static String shown(String text) {
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
