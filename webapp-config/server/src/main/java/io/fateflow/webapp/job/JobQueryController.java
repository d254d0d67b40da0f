package io.fateflow.webapp.job;

import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.Listing;
import io.fateflow.operations.query.Order;
import io.fateflow.operations.query.TaskQueries;
import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.security.CutToOwn;

/** {@code job/query} and {@code job/task/query}: what every client polls. */
@Controller
class JobQueryController {

    /** Not columns, or not meant as filters. */
    private static final Set<String> OPTIONS = Set.of("order_by", "reverse", "only_latest", "local");

    private final JobQueries jobs;
    private final TaskQueries tasks;
    private final UnreachableSites silent;

    JobQueryController(JobQueries jobs, TaskQueries tasks, UnreachableSites silent) {
        this.jobs = jobs;
        this.tasks = tasks;
        this.silent = silent;
    }

    @CutToOwn
    @PostMapping("/v1/job/query")
    Envelope jobs(ApiBody body, VisibleJobs visible) {
        List<ObjectNode> rows = jobs.answer(filter(body.object()), order(body.object()), visible);
        silent.explain(rows);
        return rows.isEmpty() ? Envelope.of("no job could be found", rows) : found(rows);
    }

    @CutToOwn
    @PostMapping("/v1/job/task/query")
    Envelope tasks(ApiBody body, VisibleJobs visible) {
        boolean onlyLatest = body.object().path("only_latest").asBoolean(true);
        List<ObjectNode> rows = tasks.find(filter(body.object()), order(body.object()), onlyLatest, visible);
        return rows.isEmpty() ? Envelope.failure(Retcode.ARGUMENT_ERROR, "find task failed") : found(rows);
    }

    /** As many as an answer may have; that there are more is said where clients show it. */
    private static Envelope found(List<ObjectNode> rows) {
        return rows.size() <= Listing.MOST
                ? Envelope.of(WireRows.prefixed(rows))
                : Envelope.of(
                        Listing.more("ask for a job, a party or a status, or use job/list/job with page and limit"),
                        WireRows.prefixed(rows.subList(0, Listing.MOST)));
    }

    private static ObjectNode filter(ObjectNode body) {
        return body.deepCopy().without(OPTIONS);
    }

    /** Ordering is switched on by {@code reverse}, whatever its value. */
    private static @Nullable Order order(ObjectNode body) {
        JsonNode reverse = body.path("reverse");
        if (reverse.isMissingNode() || reverse.isNull()) {
            return null;
        }
        String column = ApiBody.text(body, "order_by");
        return new Order(column.isEmpty() ? "create_time" : column, reverse.asBoolean());
    }
}
