package io.fateflow.webapp.data;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.job.SubmittedJob;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.job.SubmitAnswer;

/** Jobs of one component and of this site alone: what FATE Flow makes of calls that move data. */
@Component
final class LocalJobs {

    private final JobCommands jobs;
    private final SubmitAnswer answer;
    private final WireJson json;

    LocalJobs(JobCommands jobs, SubmitAnswer answer, WireJson json) {
        this.jobs = jobs;
        this.answer = answer;
        this.json = json;
    }

    /**
     * Submits one.
     *
     * @param module such as {@code Upload}, whose component is called {@code upload_0}
     * @param jobParameters writes the common ones
     * @param project that it is of; empty if of none
     */
    Envelope submit(
            String module,
            ObjectNode parameters,
            Consumer<ObjectNode> jobParameters,
            Optional<String> project,
            HttpServletRequest request) {
        String component = module.toLowerCase(Locale.ROOT) + "_0";
        ObjectNode dsl = json.object();
        dsl.putObject("components").putObject(component).put("module", module);
        ObjectNode conf = json.object().put("dsl_version", 2);
        conf.putObject("initiator").put("role", "local").put("party_id", 0);
        conf.putObject("role").putArray("local").add(0);
        jobParameters.accept(
                conf.putObject("job_parameters").putObject("common").put("federated_mode", "SINGLE"));
        conf.putObject("component_parameters")
                .putObject("role")
                .putObject("local")
                .putObject("0")
                .set(component, parameters);
        try {
            SubmittedJob job = jobs.submit(new JobSubmission(dsl, conf, "").in(project));
            return Envelope.of(answer.accepted(job, request)).withJobId(job.jobId());
        } catch (JobRejectedException e) {
            return answer.rejected(e);
        }
    }
}
