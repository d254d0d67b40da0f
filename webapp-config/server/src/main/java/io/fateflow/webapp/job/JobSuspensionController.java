package io.fateflow.webapp.job;

import java.util.function.Predicate;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;

/** {@code job/suspend} and {@code job/resume}; FATE Flow has neither. */
@Controller
class JobSuspensionController {

    private final JobCommands jobs;

    JobSuspensionController(JobCommands jobs) {
        this.jobs = jobs;
    }

    @PostMapping("/v1/job/suspend")
    Envelope suspend(ApiBody body) {
        return answer(body, jobs::suspend);
    }

    @PostMapping("/v1/job/resume")
    Envelope resume(ApiBody body) {
        return answer(body, jobs::resume);
    }

    private static Envelope answer(ApiBody body, Predicate<String> isKnown) {
        String jobId = ApiBody.text(body.with("job_id"), "job_id");
        try {
            return JobId.parse(jobId).filter(isKnown).isPresent()
                    ? Envelope.success()
                    : Envelope.failure(Retcode.DATA_ERROR, "can not found job");
        } catch (JobStateException e) {
            return Envelope.failure(Retcode.OPERATING_ERROR, String.valueOf(e.getMessage()));
        }
    }
}
