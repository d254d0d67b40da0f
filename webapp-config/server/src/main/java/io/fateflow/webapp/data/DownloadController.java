package io.fateflow.webapp.data;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.TableQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.connector.DatabaseAddresses;
import io.fateflow.worker.data.WritableFolders;
import io.fateflow.worker.storage.StorageEngine;

/** {@code data/download} and {@code data/writer}: a table becomes a file, another table, or a database's table, by a job. */
@Controller
class DownloadController {

    private final LocalJobs jobs;
    private final DownloadProperties properties;
    private final DatabaseAddresses databases;
    private final WireJson json;
    private final TableQueries tables;

    DownloadController(
            LocalJobs jobs,
            DownloadProperties properties,
            DatabaseAddresses databases,
            WireJson json,
            TableQueries tables) {
        this.jobs = jobs;
        this.properties = properties;
        this.databases = databases;
        this.json = json;
        this.tables = tables;
    }

    @PostMapping("/v1/data/download")
    Envelope download(ApiBody body, HttpServletRequest request) {
        ObjectNode sent = body.with("namespace", "table_name", "output_path");
        sent.put("output_path", writable(ApiBody.text(sent, "output_path")));
        return jobs.submit(
                "Download",
                parameters(sent, List.of("output_path", "delimiter")),
                common -> {},
                project(sent),
                request);
    }

    @PostMapping("/v1/data/writer")
    Envelope write(ApiBody body, HttpServletRequest request) {
        ObjectNode sent = body.with("namespace", "table_name");
        JsonNode path = sent.path("address").path("path");
        if (path.isTextual()) {
            sent.withObject("/address").put("path", writable(path.asText()));
        }
        StorageEngine.of(ApiBody.text(sent, "storage_engine"))
                .flatMap(engine -> databases.objection(engine, sent.path("address")))
                .ifPresent(why -> {
                    throw ApiException.soft(Retcode.EXCEPTION_ERROR, why);
                });
        List<String> passedOn = List.of("storage_engine", "address", "output_namespace", "output_name");
        ObjectNode parameters = parameters(sent, passedOn);
        if (ApiBody.text(sent, "drop").matches("1|true")) {
            parameters.put("drop", true);
        }
        return jobs.submit("Writer", parameters, common -> {}, project(sent), request);
    }

    /**
     * The executor refuses as well; here who asks hears it at once. FATE's SDK names files of the server's folder, as FATE
     * resolves what is relative: here that is the first one that may be written to.
     */
    private String writable(String name) {
        try {
            WritableFolders allowed = properties.allowed();
            Path file = allowed.place(Path.of(name));
            allowed.refusal(file).ifPresent(why -> {
                throw ApiException.soft(Retcode.EXCEPTION_ERROR, why);
            });
            return file.toString();
        } catch (InvalidPathException e) {
            throw ApiException.soft(Retcode.EXCEPTION_ERROR, "FFB-5260 this is no path: " + e.getReason());
        }
    }

    /** The job is of the project that the table is of. */
    private Optional<String> project(ObjectNode sent) {
        return tables.find(ApiBody.text(sent, "namespace"), ApiBody.text(sent, "table_name"))
                .map(table -> table.path("project").asText())
                .filter(project -> !project.isEmpty());
    }

    /** The table is called {@code name} there. */
    private ObjectNode parameters(ObjectNode sent, List<String> passedOn) {
        ObjectNode parameters = json.object()
                .put("namespace", ApiBody.text(sent, "namespace"))
                .put("name", ApiBody.text(sent, "table_name"));
        passedOn.stream().filter(sent::hasNonNull).forEach(name -> parameters.set(name, sent.path(name)));
        return parameters;
    }
}
