package io.fateflow.webapp.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.process.QueueService;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.operations.query.NodeQueries;
import io.fateflow.operations.query.ResourceQueries;
import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.queue.QueueJson;

/**
 * {@code resource/query}: FATE's view of the engine and its jobs; and who holds its cores since when, queues, what nodes have,
 * and who waits for them.
 */
@Controller
class ResourceController {

    private final NodeQueries queries;
    private final ResourceQueries resources;
    private final QueueService queues;
    private final WireJson json;
    private final String engine;

    ResourceController(
            NodeQueries queries, ResourceQueries resources, QueueService queues, WireJson json, EngineName engine) {
        this.queries = queries;
        this.resources = resources;
        this.queues = queues;
        this.json = json;
        this.engine = engine.name();
    }

    @PostMapping("/v1/resource/query")
    Envelope query(ApiBody body, VisibleJobs visible) {
        ObjectNode asked = body.object();
        String name = asked.path("engine_name").asText(engine);
        return Envelope.of(data(name, asked.path("resource_in_use").asBoolean(true), visible));
    }

    /** FATE has the call with a body only. */
    @GetMapping("/v1/resource/query")
    Envelope query(VisibleJobs visible) {
        return Envelope.of(data(engine, true, visible));
    }

    private ObjectNode data(String name, boolean inUse, VisibleJobs visible) {
        ObjectNode data = json.object();
        data.set("computing_engine_resource", queries.engine(name).orElseGet(json::object));
        data.putArray("use_resource_job").addAll(queries.jobs(name, inUse));
        data.set("nodes", queries.resources());
        data.putArray("holders").addAll(queries.coreHolders(name));
        data.putArray("queues")
                .addAll(queues.states().stream().map(QueueJson::of).toList());
        data.putArray("waiting").addAll(queries.waiting());
        data.putArray("waiting_jobs")
                .addAll(resources.waiting(visible).stream().map(this::job).toList());
        return data;
    }

    private ObjectNode job(ResourceQueries.Waiting job) {
        return json.object()
                .put("job_id", job.jobId())
                .put("name", job.name())
                .put("owner", job.owner())
                .put("queue", job.queue())
                .put("priority", job.priority())
                .put("cores", job.cores())
                .put("since", job.since())
                .put("reason", job.reason());
    }
}
