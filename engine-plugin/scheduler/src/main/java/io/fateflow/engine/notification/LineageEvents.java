package io.fateflow.engine.notification;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;
import io.fateflow.engine.notification.JobDatasets.Dataset;
import io.fateflow.engine.notification.JobDatasets.Datasets;

/**
 * A job's end as events of OpenLineage 2.0.2 ({@code OpenLineage.json}): that its run has begun, and how it has ended, with the
 * tables and models that it has read and made at this site. A job of FATE is a job there by its name, or by its parties if it
 * has none; a rerun is a run of its own.
 */
final class LineageEvents {

    private static final String SCHEMA = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/";
    private static final String FACETS = "https://openlineage.io/spec/facets/";
    private static final String PRODUCER = "urn:fate-flow-bpm";

    private static final String LOCAL = "local";

    /** Of datasets in one event; jobs of thousands of components are cut. */
    private static final int MOST = 1000;

    private final String namespace;
    private final @Nullable URI publicUrl;

    /** @param namespace of the site's jobs and datasets */
    LineageEvents(String namespace, @Nullable URI publicUrl) {
        this.namespace = namespace;
        this.publicUrl = publicUrl;
    }

    /** Bodies to be sent, in this order. */
    List<String> of(NotifiedEvent event, JobFacts.Job job, Datasets datasets, long now) {
        Long started = job.started();
        Long ended = job.ended();
        List<String> events = new ArrayList<>();
        // a run has one, also of a job that was stopped before it could begin
        events.add(Json.write(run("START", started == null ? job.submitted() : started, job, datasets)));
        ObjectNode end = run(type(event), ended == null ? now : ended, job, datasets);
        if (event != NotifiedEvent.SUCCESS && !job.errorReport().isEmpty()) {
            facet(end.withObject("/run/facets").putObject("errorMessage"), FACETS + "1-0-1/ErrorMessageRunFacet.json")
                    .put("message", NotificationBody.shortened(job.errorReport()))
                    .put("programmingLanguage", "FATE DSL");
        }
        events.add(Json.write(end));
        return events;
    }

    /** What somebody sends who tries a receiver: a run that says nothing. */
    String test(String id, long now) {
        return Json.write(event("OTHER", now, uuid(id), "notification-test"));
    }

    private static String type(NotifiedEvent event) {
        return switch (event) {
            case SUCCESS -> "COMPLETE";
            case CANCELED -> "ABORT";
            default -> "FAIL";
        };
    }

    private ObjectNode run(String type, long time, JobFacts.Job job, Datasets datasets) {
        ObjectNode event = event(type, time, uuid(job.jobId() + " " + job.started()), name(job));
        ObjectNode about = facet(event.withObject("/run/facets").putObject("fate_job"), SCHEMA + "RunFacet")
                .put("jobId", job.jobId())
                .put("status", job.status())
                .put("role", job.party().role())
                .put("initiator", job.initiator().toString());
        about.set("roles", job.roles());
        if (publicUrl != null) {
            about.put("link", NotificationBody.link(publicUrl, "/jobs/" + job.jobId()));
        }
        facet(event.withObject("/job/facets").putObject("jobType"), FACETS + "2-0-3/JobTypeJobFacet.json")
                .put("processingType", "BATCH")
                .put("integration", "FATE")
                .put("jobType", "JOB");
        put(event.putArray("inputs"), datasets.inputs());
        put(event.putArray("outputs"), datasets.outputs());
        return event;
    }

    /** Uploads and downloads have no parties of which a model could be. */
    private static String name(JobFacts.Job job) {
        if (!job.name().isEmpty()) {
            return job.name();
        }
        return job.party().role().equals(LOCAL) ? LOCAL : job.modelId();
    }

    private ObjectNode event(String type, long time, UUID run, String name) {
        ObjectNode event = Json.object()
                .put("eventType", type)
                .put("eventTime", Instant.ofEpochMilli(time).toString());
        event.putObject("run").put("runId", run.toString());
        event.putObject("job").put("namespace", namespace).put("name", name);
        return event.put("producer", PRODUCER).put("schemaURL", SCHEMA + "RunEvent");
    }

    private void put(ArrayNode list, Set<Dataset> datasets) {
        datasets.stream().map(Dataset::name).sorted().limit(MOST).forEach(name -> list.addObject()
                .put("namespace", namespace)
                .put("name", name));
    }

    private static ObjectNode facet(ObjectNode facet, String schema) {
        return facet.put("_producer", PRODUCER).put("_schemaURL", schema);
    }

    private static UUID uuid(String of) {
        return UUID.nameUUIDFromBytes(("fate-flow-bpm " + of).getBytes(StandardCharsets.UTF_8));
    }
}
