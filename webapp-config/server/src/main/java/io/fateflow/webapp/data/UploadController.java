package io.fateflow.webapp.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.job.SubmittedJob;
import io.fateflow.operations.query.TableQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.job.SubmitAnswer;

/** {@code data/upload}: a file becomes a table, by a job of this site alone. */
@Controller
class UploadController {

    private static final String EXISTS = "The data table already exists."
            + "If you still want to continue uploading, please add the parameter --drop";

    private final UploadRequest requests;
    private final ReceivedFiles files;
    private final TableQueries tables;
    private final JobCommands jobs;
    private final SubmitAnswer answer;
    private final FateHome home;
    private final UploadProperties properties;
    private final WireJson json;

    UploadController(
            UploadRequest requests,
            ReceivedFiles files,
            TableQueries tables,
            JobCommands jobs,
            SubmitAnswer answer,
            FateHome home,
            UploadProperties properties,
            WireJson json) {
        this.requests = requests;
        this.files = files;
        this.tables = tables;
        this.jobs = jobs;
        this.answer = answer;
        this.home = home;
        this.properties = properties;
        this.json = json;
    }

    @PostMapping("/v1/data/upload")
    Envelope upload(HttpServletRequest request, ApiBody body) throws IOException, ServletException {
        ObjectNode sent = requests.parameters(request, body);
        if (UploadRequest.isMultipart(request) && !sent.has("file")) {
            sent.put("file", "file");
        }
        UploadParameters parameters = UploadParameters.of(sent);
        if (!parameters.drop()
                && tables.find(parameters.namespace(), parameters.tableName()).isPresent()) {
            return Envelope.failure(Retcode.EXCEPTION_ERROR, EXISTS);
        }
        if (!UploadRequest.isMultipart(request)) {
            return submit(parameters, localFile(parameters.file()), request);
        }
        Path file = receive(request);
        try {
            Envelope envelope = submit(parameters, file, request);
            if (envelope.jobId() == null || envelope.data() == null) {
                Files.deleteIfExists(file);
            } else {
                files.belongsTo(file, envelope.jobId());
            }
            return envelope;
        } catch (RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private Path receive(HttpServletRequest request) throws IOException, ServletException {
        Part part = request.getPart("file");
        if (part == null) {
            throw ApiException.uncaught("KeyError", "file");
        }
        Path file = files.place();
        // the container has spooled it to disk already, in the same home: this only renames it
        part.write(file.toString());
        return file;
    }

    private Path localFile(String name) {
        Path file = home.home().resolve(name);
        properties.allowed().refusal(file).ifPresent(why -> {
            throw ApiException.soft(Retcode.EXCEPTION_ERROR, why);
        });
        return file.normalize();
    }

    private Envelope submit(UploadParameters parameters, Path file, HttpServletRequest request) throws IOException {
        ObjectNode dsl = json.object();
        dsl.putObject("components").putObject("upload_0").put("module", "Upload");
        ObjectNode conf = conf(parameters, file);
        try {
            SubmittedJob job = jobs.submit(new JobSubmission(dsl, conf, ""));
            ObjectNode data = answer.accepted(job, request);
            data.put("namespace", parameters.namespace());
            data.put("table_name", parameters.tableName());
            return Envelope.of(data).withJobId(job.jobId());
        } catch (JobRejectedException e) {
            return answer.rejected(e);
        }
    }

    private ObjectNode conf(UploadParameters parameters, Path file) {
        ObjectNode conf = json.object();
        conf.put("dsl_version", 2);
        conf.putObject("initiator").put("role", "local").put("party_id", 0);
        conf.putObject("role").putArray("local").add(0);
        ObjectNode common = conf.putObject("job_parameters").putObject("common");
        parameters.writeJobParameters(common);
        ObjectNode component = conf.putObject("component_parameters")
                .putObject("role")
                .putObject("local")
                .putObject("0")
                .putObject("upload_0");
        parameters.writeTo(component, file.toString());
        return conf;
    }
}
