package io.fateflow.webapp.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Attachment;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.home.FateHome;

/** {@code job/log/download} and {@code job/log/path}. */
@Controller
class JobLogController {

    private final Path logs;
    private final JobQueries jobs;
    private final ScheduleLog schedule;

    JobLogController(FateHome home, JobQueries jobs, ScheduleLog schedule) {
        this.logs = home.logs();
        this.jobs = jobs;
        this.schedule = schedule;
    }

    @PostMapping("/v1/job/log/download")
    ResponseEntity<StreamingResponseBody> download(ApiBody body) throws IOException {
        String jobId = ApiBody.text(body.with("job_id"), "job_id");
        Path directory = directory(jobId);
        return Attachment.streamed(
                "job_" + jobId + "_log.tar.gz",
                out -> TarGz.write(directory, out, ScheduleLog.FILE, schedule.bytes(jobId)));
    }

    @PostMapping("/v1/job/log/path")
    Envelope path(ApiBody body) throws IOException {
        Path directory = directory(ApiBody.text(body.with("job_id"), "job_id"));
        return Envelope.of(Map.of("logs_directory", directory.toString()));
    }

    /** Of a job that was submitted elsewhere there is none yet before its first executor starts. */
    private Path directory(String jobId) throws IOException {
        Path directory = JobId.parse(jobId)
                .map(logs::resolve)
                .filter(found -> Files.isDirectory(found) || jobs.status(jobId).isPresent())
                .orElseThrow(() -> ApiException.http(
                        404,
                        "Log file path: '" + logs + "/" + jobId + "' not found. Please check if the job id is valid."));
        return Files.createDirectories(directory);
    }
}
