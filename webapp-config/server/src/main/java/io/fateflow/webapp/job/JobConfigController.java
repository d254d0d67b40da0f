package io.fateflow.webapp.job;

import java.util.List;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobParameters;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.TrackingQueries;
import io.fateflow.operations.query.TrackingQueries.Dataset;
import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.security.OwnJobs;

/** {@code job/config}, {@code job/data/view/query} and {@code tracking/job/data_view}: what a job was told and used. */
@Controller
class JobConfigController {

    private static final List<String> JOB_KEYS = List.of("job_id", "role", "party_id", "status");
    private static final List<String> VIEW_KEYS = List.of("job_id", "role", "party_id", "component_name", "data_name");

    private final JobQueries jobs;
    private final TrackingQueries tracking;
    private final OwnJobs own;
    private final WireJson json;

    JobConfigController(JobQueries jobs, TrackingQueries tracking, OwnJobs own, WireJson json) {
        this.jobs = jobs;
        this.tracking = tracking;
        this.own = own;
        this.json = json;
    }

    @PostMapping("/v1/job/config")
    Envelope config(ApiBody body, VisibleJobs visible) {
        List<ObjectNode> found = jobs.find(filter(body, JOB_KEYS), null, visible);
        return found.isEmpty()
                ? Envelope.failure(Retcode.ARGUMENT_ERROR, "find job failed")
                : Envelope.of(config(found.get(0)));
    }

    private ObjectNode config(ObjectNode job) {
        ObjectNode config = job.deepCopy().retain("job_id", "dsl", "runtime_conf", "train_runtime_conf");
        JobParameters common = new JobConf(job.path("runtime_conf")).common();
        config.putObject("model_info").put("model_id", common.modelId()).put("model_version", common.modelVersion());
        return config;
    }

    @PostMapping("/v1/job/data/view/query")
    Envelope dataView(ApiBody body, HttpServletRequest request) {
        List<ObjectNode> rows = own.cut(request, tracking.dataView(filter(body, VIEW_KEYS)), "job_id");
        return rows.isEmpty()
                ? Envelope.failure(Retcode.ARGUMENT_ERROR, "find data view failed")
                : Envelope.of(WireRows.prefixed(rows));
    }

    @PostMapping("/v1/tracking/job/data_view")
    Envelope datasets(ApiBody body, VisibleJobs visible) {
        List<ObjectNode> found = jobs.find(filter(body, JOB_KEYS), null, visible);
        return found.isEmpty()
                ? Envelope.failure(Retcode.ARGUMENT_ERROR, "error")
                : Envelope.of(datasets(found.get(0)));
    }

    /** The initiator sees what all parties read, the others see their own. */
    private ObjectNode datasets(ObjectNode job) {
        String role = job.path("role").asText();
        String party = job.path("party_id").asText();
        ObjectNode view = json.object();
        ObjectNode dataset = view.putObject("dataset");
        for (Dataset read : tracking.datasets(job.path("job_id").asText())) {
            boolean own = read.role().equals(role) && read.partyId().equals(party);
            if ((own || job.path("is_initiator").asBoolean()) && read.table().hasNonNull("name")) {
                String table = read.table().path("namespace").asText() + "."
                        + read.table().path("name").asText();
                dataset.withObjectProperty(read.role())
                        .withObjectProperty(read.partyId())
                        .put(read.component(), table);
            }
        }
        view.putObject("model_summary");
        view.set("partner", others(job.path("roles"), role, party));
        view.set("roles", job.path("roles"));
        return view;
    }

    private ObjectNode others(JsonNode roles, String role, String party) {
        ObjectNode others = json.object();
        roles.properties().forEach(entry -> {
            TreeSet<Long> ids = new TreeSet<>();
            entry.getValue().forEach(id -> ids.add(id.asLong()));
            if (entry.getKey().equals(role)) {
                ids.remove(Long.parseLong(party));
            }
            if (!ids.isEmpty()) {
                ids.forEach(others.putArray(entry.getKey())::add);
            }
        });
        return others;
    }

    private static ObjectNode filter(ApiBody body, List<String> keys) {
        return body.orEmpty().deepCopy().retain(keys);
    }
}
