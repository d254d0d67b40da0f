package io.fateflow.webapp.table;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.TableHistory;
import io.fateflow.operations.query.TableHistory.Name;
import io.fateflow.operations.query.TableQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;

/** {@code table/list} and {@code table/tracking/…}: which tables a job has, where a table comes from, and who has read it. */
@Controller
class TableTrackingController {

    private final TableQueries tables;
    private final TableHistory history;
    private final JobQueries jobs;
    private final WireJson json;

    TableTrackingController(TableQueries tables, TableHistory history, JobQueries jobs, WireJson json) {
        this.tables = tables;
        this.history = history;
        this.jobs = jobs;
        this.json = json;
    }

    @PostMapping("/v1/table/list")
    Envelope list(ApiBody body) {
        ObjectNode sent = body.with("job_id", "role", "party_id");
        ObjectNode filter = sent.deepCopy().retain("job_id", "role", "party_id");
        List<ObjectNode> found = jobs.find(filter, null);
        if (found.isEmpty()) {
            return Envelope.failure(Retcode.ARGUMENT_ERROR, "no find job");
        }
        ObjectNode job = found.get(0);
        return Envelope.of(history.ofJob(
                job.path("dsl"),
                job.path("job_id").asText(),
                job.path("role").asText(),
                job.path("party_id").asText()));
    }

    /** None for a table that was uploaded, or that a component has made. */
    @PostMapping("/v1/table/tracking/source")
    Envelope source(ApiBody body) {
        Name table = name(body);
        if (tables.find(table.namespace(), table.name()).isEmpty()) {
            throw ApiException.uncaught(
                    "Exception",
                    "no found table: table name %s, table namespace %s".formatted(table.name(), table.namespace()));
        }
        ArrayNode sources = json.object().putArray("sources");
        history.source(table).ifPresent(source -> sources.addObject()
                .put("parent_table_name", source.name())
                .put("parent_table_namespace", source.namespace())
                .put("source_table_name", source.name())
                .put("source_table_namespace", source.namespace()));
        return Envelope.of(sources);
    }

    @PostMapping("/v1/table/tracking/job")
    Envelope readers(ApiBody body) {
        List<String> readers = history.readers(name(body));
        ObjectNode data = json.object().put("count", readers.size());
        readers.forEach(data.putArray("job")::add);
        return Envelope.of(data);
    }

    private static Name name(ApiBody body) {
        ObjectNode sent = body.with("table_name", "namespace");
        return new Name(ApiBody.text(sent, "namespace"), ApiBody.text(sent, "table_name"));
    }
}
