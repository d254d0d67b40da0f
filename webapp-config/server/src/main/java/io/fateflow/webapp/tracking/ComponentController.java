package io.fateflow.webapp.tracking;

import java.io.IOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.model.ComponentModel;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.operations.query.ComponentKey;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.Listing;
import io.fateflow.operations.query.TrackingQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Attachment;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;

/** {@code tracking/component/list}, {@code parameters}, {@code output/model} and {@code summary/download}. */
@Controller
class ComponentController {

    private final ComponentRequest requests;
    private final TrackingQueries tracking;
    private final ComponentModelStore models;
    private final JobQueries jobs;
    private final EffectiveParameters effective;
    private final WireJson json;

    ComponentController(
            ComponentRequest requests,
            TrackingQueries tracking,
            ComponentModelStore models,
            JobQueries jobs,
            EffectiveParameters effective,
            WireJson json) {
        this.requests = requests;
        this.tracking = tracking;
        this.models = models;
        this.jobs = jobs;
        this.effective = effective;
        this.json = json;
    }

    @PostMapping("/v1/tracking/component/list")
    Envelope list(ApiBody body) {
        ObjectNode job = jobs.first(ApiBody.text(body.orEmpty(), "job_id"))
                .orElseThrow(() -> ApiException.soft(
                        Retcode.EXCEPTION_ERROR, "No job matched, please make sure the job id is valid."));
        ObjectNode data = json.object();
        ArrayNode names = data.putArray("components");
        ObjectNode components = job.withObject("dsl").withObject("components");
        components.properties().stream().limit(Listing.MOST).forEach(component -> names.add(component.getKey()));
        return components.size() > Listing.MOST
                ? Envelope.of(Listing.more("job/config has the whole DSL"), data)
                : Envelope.of(data);
    }

    /** What is in force: what the user gave over the module's defaults, with FATE's bookkeeping. */
    @PostMapping("/v1/tracking/component/parameters")
    Envelope parameters(ApiBody body) {
        return requests.ifThere(body)
                .map(task -> Envelope.of(shown(effective.of((ObjectNode) task.path("component_parameters")))))
                .orElseGet(() -> Envelope.failure(Retcode.ARGUMENT_ERROR, "can not found this task"));
    }

    private ObjectNode shown(JsonNode parameters) {
        ObjectNode shown = json.object();
        parameters.properties().forEach(entry -> {
            if (entry.getKey().equals("module") || entry.getKey().endsWith("Param")) {
                shown.set(entry.getKey(), entry.getValue());
            }
        });
        return shown;
    }

    @PostMapping("/v1/tracking/component/output/model")
    Envelope model(ApiBody body) {
        ComponentKey key = requests.existing(body);
        return models.output(key.jobId(), key.component(), key.role(), key.partyId())
                .map(this::shown)
                .orElseGet(() -> Envelope.of("no define_meta", json.object()));
    }

    private Envelope shown(ComponentModel model) {
        ObjectNode meta = json.object().put("module_name", model.module());
        meta.set("meta_data", model.meta());
        return Envelope.of(model.param()).withMeta(meta);
    }

    @PostMapping("/v1/tracking/component/summary/download")
    Object summary(ApiBody body) throws IOException {
        ObjectNode sent = body.with("job_id", "component_name", "role", "party_id");
        JsonNode summary = tracking.summary(requests.orInitiator(body))
                .orElseThrow(() -> ApiException.http(
                        210, "No component summary found, please check if arguments are specified correctly."));
        String fileName = ApiBody.text(sent, "filename");
        return fileName.isEmpty() ? Envelope.of(summary) : Attachment.of(fileName, json.pretty(summary));
    }
}
