package io.fateflow.webapp.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Attachment;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.home.FateHome;

/** {@code job/log/download} and {@code job/log/path}. */
@Controller
class JobLogController {

    private final Path logs;

    JobLogController(FateHome home) {
        this.logs = home.logs();
    }

    @PostMapping("/v1/job/log/download")
    ResponseEntity<StreamingResponseBody> download(ApiBody body) {
        String jobId = ApiBody.text(body.with("job_id"), "job_id");
        Path directory = directory(jobId);
        return Attachment.streamed("job_" + jobId + "_log.tar.gz", out -> TarGz.write(directory, out));
    }

    @PostMapping("/v1/job/log/path")
    Envelope path(ApiBody body) {
        Path directory = directory(ApiBody.text(body.with("job_id"), "job_id"));
        return Envelope.of(Map.of("logs_directory", directory.toString()));
    }

    private Path directory(String jobId) {
        return JobId.parse(jobId)
                .map(logs::resolve)
                .filter(Files::isDirectory)
                .orElseThrow(() -> ApiException.http(
                        404,
                        "Log file path: '" + logs + "/" + jobId + "' not found. Please check if the job id is valid."));
    }
}
