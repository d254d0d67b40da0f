package io.fateflow.webapp.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.TableQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.FilePart;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.security.CutToOwn;
import io.fateflow.webapp.security.OwnJobs;
import io.fateflow.webapp.security.ProjectOfCall;

/** {@code data/upload}: a file becomes a table, by a job of this site alone. */
@Controller
class UploadController {

    private static final String EXISTS = "The data table already exists."
            + "If you still want to continue uploading, please add the parameter --drop";

    private final UploadRequest requests;
    private final ReceivedFiles files;
    private final TableQueries tables;
    private final LocalJobs jobs;
    private final FateHome home;
    private final UploadProperties properties;
    private final WireJson json;
    private final ProjectOfCall projects;
    private final OwnJobs own;

    UploadController(
            UploadRequest requests,
            ReceivedFiles files,
            TableQueries tables,
            LocalJobs jobs,
            FateHome home,
            UploadProperties properties,
            WireJson json,
            ProjectOfCall projects,
            OwnJobs own) {
        this.requests = requests;
        this.files = files;
        this.tables = tables;
        this.jobs = jobs;
        this.home = home;
        this.properties = properties;
        this.json = json;
        this.projects = projects;
        this.own = own;
    }

    @CutToOwn
    @PostMapping("/v1/data/upload")
    Envelope upload(HttpServletRequest request, ApiBody body) throws IOException, ServletException {
        ObjectNode sent = requests.parameters(request, body);
        if (UploadRequest.isMultipart(request) && !sent.has("file")) {
            sent.put("file", "file");
        }
        UploadParameters parameters = UploadParameters.of(sent);
        Optional<String> project = projects.of(request, sent.path("project").asText());
        own.demandTable(request, parameters.namespace(), parameters.tableName());
        if (!UploadRequest.isMultipart(request)) {
            projects.demandOfSite(request);
        }
        if (!parameters.drop()
                && tables.find(parameters.namespace(), parameters.tableName()).isPresent()) {
            return Envelope.failure(Retcode.EXCEPTION_ERROR, EXISTS);
        }
        if (!UploadRequest.isMultipart(request)) {
            return submit(parameters, localFile(parameters.file()), project, request);
        }
        Path file = receive(request);
        try {
            Envelope envelope = submit(parameters, file, project, request);
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
        Part part = FilePart.of(request).orElseThrow(() -> ApiException.uncaught("KeyError", "file"));
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

    private Envelope submit(
            UploadParameters parameters, Path file, Optional<String> project, HttpServletRequest request) {
        ObjectNode component = json.object();
        parameters.writeTo(component, file.toString());
        Envelope envelope = jobs.submit("Upload", component, parameters::writeJobParameters, project, request);
        if (envelope.data() instanceof ObjectNode data && envelope.retcode() == Retcode.SUCCESS) {
            data.put("namespace", parameters.namespace()).put("table_name", parameters.tableName());
        }
        return envelope;
    }
}
