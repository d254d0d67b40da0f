package io.fateflow.webapp.job;

import java.util.Comparator;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.DslGraph;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.TaskQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;

/** {@code job/report}, {@code job/url/get} and {@code pipeline/dag/dependency}: what FATE's board drew a job from. */
@Controller
class JobReportController {

    private static final List<String> JOB_KEYS = List.of("job_id", "role", "party_id");
    private static final List<String> TASK_KEYS = List.of("job_id", "role", "party_id", "component_name", "status");
    private static final List<String> TIMES = List.of("start_time", "end_time", "elapsed", "status");

    private final JobQueries jobs;
    private final TaskQueries tasks;
    private final CockpitLinks links;
    private final WireJson json;

    JobReportController(JobQueries jobs, TaskQueries tasks, CockpitLinks links, WireJson json) {
        this.jobs = jobs;
        this.tasks = tasks;
        this.links = links;
        this.json = json;
    }

    @PostMapping("/v1/job/report")
    Envelope report(ApiBody body) {
        List<ObjectNode> found = jobs.find(only(body, JOB_KEYS), null);
        List<ObjectNode> attempts = tasks.find(only(body, TASK_KEYS), null, true);
        if (found.isEmpty() || attempts.isEmpty()) {
            return Envelope.failure(Retcode.ARGUMENT_ERROR, "find task failed");
        }
        DslGraph graph = new DslGraph(found.get(0).path("dsl"));
        ArrayNode lines = json.object().putArray("lines");
        attempts.stream()
                .sorted(Comparator.comparingInt(
                        task -> graph.depth(task.path("component_name").asText())))
                .forEach(task -> lines.add(line(task, graph)));
        return Envelope.of(lines);
    }

    private ObjectNode line(ObjectNode task, DslGraph graph) {
        String component = task.path("component_name").asText();
        ObjectNode line = json.object().put("component_name", component).put("index", graph.depth(component));
        TIMES.forEach(key -> line.set(key, task.path(key)));
        return line;
    }

    @PostMapping("/v1/job/url/get")
    Envelope url(ApiBody body, HttpServletRequest request) {
        body.with("job_id", "role", "party_id");
        ObjectNode data = json.object();
        ArrayNode urls = data.putArray("board_url");
        jobs.find(only(body, JOB_KEYS), null)
                .forEach(job -> urls.add(links.job(request, job.path("job_id").asText())));
        return urls.isEmpty() ? Envelope.failure(Retcode.ARGUMENT_ERROR, "no found job") : Envelope.of(data);
    }

    @PostMapping("/v1/pipeline/dag/dependency")
    Envelope dependency(ApiBody body) {
        body.with("job_id", "role", "party_id");
        ObjectNode job = jobs.find(only(body, JOB_KEYS), null).stream()
                .findFirst()
                .orElseThrow(() -> ApiException.uncaught(
                        "Exception", "query job " + ApiBody.text(body.orEmpty(), "job_id") + " failed"));
        ObjectNode data = new DslGraph(job.path("dsl")).dependencies();
        ObjectNode needed = data.putObject("component_need_run");
        tasks.find(only(body, JOB_KEYS), null, true)
                .forEach(task -> needed.put(task.path("component_name").asText(), isNeeded(task)));
        return Envelope.of(data);
    }

    private static boolean isNeeded(ObjectNode task) {
        return task.path("component_parameters")
                .path("ComponentParam")
                .path("need_run")
                .asBoolean(true);
    }

    private static ObjectNode only(ApiBody body, List<String> keys) {
        return body.orEmpty().deepCopy().retain(keys);
    }
}
