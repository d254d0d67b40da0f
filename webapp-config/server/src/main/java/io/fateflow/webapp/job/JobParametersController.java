package io.fateflow.webapp.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.JobConf;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.UpdatedParameters;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.security.ProjectOfCall;

/** {@code job/parameter/update}. */
@Controller
class JobParametersController {

    private final JobCommands jobs;
    private final JobQueries rows;
    private final ProjectOfCall projects;
    private final WireJson json;

    JobParametersController(JobCommands jobs, JobQueries rows, ProjectOfCall projects, WireJson json) {
        this.jobs = jobs;
        this.rows = rows;
        this.projects = projects;
        this.json = json;
    }

    @PostMapping("/v1/job/parameter/update")
    Envelope update(ApiBody body, HttpServletRequest request) {
        ObjectNode sent = body.orEmpty();
        ObjectNode jobParameters = section(sent, JobConf.JOB_PARAMETERS);
        ObjectNode components = section(sent, JobConf.COMPONENT_PARAMETERS);
        String jobId = ApiBody.text(sent, "job_id");
        JobId.parse(jobId).flatMap(rows::first).ifPresent(job -> projects.demandOrdinary(request, job.path("dsl")));
        try {
            return JobId.parse(jobId)
                    .flatMap(id -> jobs.updateParameters(id, jobParameters, components))
                    .map(this::updated)
                    .orElseGet(() -> Envelope.failure(
                            Retcode.DATA_ERROR,
                            "failed to query job by {'job_id': '" + jobId + "', 'is_initiator': True}"));
        } catch (JobStateException | JobRejectedException e) {
            return Envelope.failure(Retcode.OPERATING_ERROR, "update job parameters failed:\n" + e.getMessage());
        }
    }

    private ObjectNode section(ObjectNode sent, String name) {
        JsonNode section = sent.path(name);
        if (section.isMissingNode() || section.isNull()) {
            return json.object();
        }
        if (section instanceof ObjectNode object) {
            return object;
        }
        throw ApiException.soft(Retcode.ARGUMENT_ERROR, name + " must be an object");
    }

    /** FATE's list of changed components is always empty. */
    private Envelope updated(UpdatedParameters parameters) {
        ObjectNode data = json.object();
        data.set(JobConf.COMPONENT_PARAMETERS, parameters.componentParameters());
        data.putArray("components");
        data.set(JobConf.JOB_PARAMETERS, parameters.jobParameters());
        return Envelope.of(data);
    }
}
