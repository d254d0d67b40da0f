package io.fateflow.webapp.queue;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.process.QueueService;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.job.JobId;

/** {@code job/front}: an operator has a waiting job come next. */
@Controller
class JobFrontController {

    private final QueueService queues;

    JobFrontController(QueueService queues) {
        this.queues = queues;
    }

    @PostMapping("/v1/job/front")
    Envelope move(ApiBody body) {
        String jobId = ApiBody.text(body.with("job_id"), "job_id");
        try {
            return JobId.parse(jobId).filter(queues::moveToFront).isPresent()
                    ? Envelope.success()
                    : Envelope.failure(Retcode.DATA_ERROR, "can not found job");
        } catch (JobStateException e) {
            return Envelope.failure(Retcode.OPERATING_ERROR, String.valueOf(e.getMessage()));
        }
    }
}
