package io.fateflow.webapp.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.SubmittedJob;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.home.FateHome;

/** What clients are told of a job they have submitted. */
@Component
public final class SubmitAnswer {

    private static final Logger LOG = LoggerFactory.getLogger(SubmitAnswer.class);
    private static final DateTimeFormatter ID = DateTimeFormatter.ofPattern("uuuuMMddHHmmssSSSSSS");

    private final FateHome home;
    private final CockpitLinks links;
    private final WireJson json;
    private final Clock clock;

    SubmitAnswer(FateHome home, CockpitLinks links, WireJson json, Clock clock) {
        this.home = home;
        this.links = links;
        this.json = json;
        this.clock = clock;
    }

    /** The job is submitted, whatever becomes of its folder: an executor makes it too. */
    private void makeLogs(String jobId) {
        try {
            Files.createDirectories(home.logs().resolve(jobId));
        } catch (IOException e) {
            LOG.warn("the log folder of job {} could not be made: {}", jobId, e.toString());
        }
    }

    /** The part under {@code data}. */
    public ObjectNode accepted(SubmittedJob job, HttpServletRequest request) {
        Path directory = home.jobs().resolve(job.jobId());
        makeLogs(job.jobId());
        Path onParty = directory.resolve(job.initiatorRole()).resolve(job.initiatorPartyId());
        ObjectNode data = json.object();
        data.put("board_url", links.job(request, job.jobId()));
        data.put("code", 0);
        data.put("dsl_path", directory.resolve("job_dsl.json").toString());
        data.put("job_id", job.jobId());
        data.put("logs_directory", home.logs().resolve(job.jobId()).toString());
        data.put("message", "success");
        data.putObject("model_info").put("model_id", job.modelId()).put("model_version", job.modelVersion());
        data.put("pipeline_dsl_path", directory.resolve("pipeline_dsl.json").toString());
        data.put(
                "runtime_conf_on_party_path",
                onParty.resolve("job_runtime_on_party_conf.json").toString());
        data.put("runtime_conf_path", directory.resolve("job_runtime_conf.json").toString());
        data.put(
                "train_runtime_conf_path",
                directory.resolve("train_runtime_conf.json").toString());
        return data;
    }

    /** Every problem, one a line. A job id is there as clients expect one, though nothing was stored under it. */
    public Envelope rejected(JobRejectedException e) {
        String problems = e.problems().stream().map(Object::toString).collect(Collectors.joining("\n"));
        return Envelope.failure(Retcode.OPERATING_ERROR, "The job was not accepted:\n" + problems)
                .withJobId(ID.format(LocalDateTime.now(clock)) + "0");
    }
}
