package io.fateflow.webapp.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
import io.fateflow.webapp.storage.log.LogFile;
import io.fateflow.webapp.storage.log.LogFolder;
import io.fateflow.webapp.storage.log.SiteLogs;

/** {@code job/log/download} and {@code job/log/path}. */
@Controller
class JobLogController {

    private final Path directory;
    private final SiteLogs logs;
    private final JobQueries jobs;
    private final ScheduleLog schedule;

    JobLogController(FateHome home, SiteLogs logs, JobQueries jobs, ScheduleLog schedule) {
        this.directory = home.logs();
        this.logs = logs;
        this.jobs = jobs;
        this.schedule = schedule;
    }

    @PostMapping("/v1/job/log/download")
    ResponseEntity<StreamingResponseBody> download(ApiBody body) throws IOException {
        String jobId = ApiBody.text(body.with("job_id"), "job_id");
        LogFolder folder = folder(jobId);
        List<LogFile> files = logs.below(folder);
        return Attachment.streamed("job_" + jobId + "_log.tar.gz", out -> new LogArchive(logs, folder)
                .write(files, out, ScheduleLog.FILE, schedule.bytes(jobId)));
    }

    @PostMapping("/v1/job/log/path")
    Envelope path(ApiBody body) throws IOException {
        String jobId = ApiBody.text(body.with("job_id"), "job_id");
        folder(jobId);
        return Envelope.of(Map.of(
                "logs_directory",
                Files.createDirectories(directory.resolve(jobId)).toString()));
    }

    /** Of a job that was submitted elsewhere there is nothing yet before its first executor starts. */
    private LogFolder folder(String jobId) throws IOException {
        Optional<LogFolder> folder = JobId.parse(jobId).map(LogFolder::of);
        if (folder.isEmpty()
                || (logs.growing(folder.get()).isEmpty()
                        && jobs.status(jobId).isEmpty()
                        && logs.below(folder.get()).isEmpty())) {
            throw ApiException.http(
                    404,
                    "Log file path: '" + directory + "/" + jobId + "' not found. Please check if the job id is valid.");
        }
        return folder.get();
    }
}
