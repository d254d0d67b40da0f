package io.fateflow.webapp.job;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.Listing;
import io.fateflow.operations.query.Order;
import io.fateflow.operations.query.Page;
import io.fateflow.operations.query.TaskQueries;
import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.security.CutToOwn;

/** {@code job/list/job} and {@code job/list/task}: pages of rows, without the prefix. */
@Controller
class JobListController {

    private static final List<String> ROLES = List.of("guest", "host", "arbiter", "local");
    private static final List<String> STATUSES = List.of("success", "running", "waiting", "failed", "canceled");
    private static final Set<String> SORTABLE =
            Set.of("job_id", "task_version", "create_time", "start_time", "end_time", "elapsed");

    private final JobQueries jobs;
    private final TaskQueries tasks;
    private final WireJson json;

    JobListController(JobQueries jobs, TaskQueries tasks, WireJson json) {
        this.jobs = jobs;
        this.tasks = tasks;
        this.json = json;
    }

    @CutToOwn
    @PostMapping("/v1/job/list/job")
    Envelope jobs(ApiBody body, VisibleJobs visible) {
        ObjectNode sent = body.orEmpty();
        checkValues(sent, "status", STATUSES);
        checkValues(sent, "role", ROLES);
        Listing listing = listing(sent, visible, "party_id", "role", "status");
        Page page = jobs.list(listing, ApiBody.text(sent, "job_id"), ApiBody.text(sent, "description"));
        ArrayNode rows = json.object().arrayNode();
        page.rows().forEach(row -> rows.add(withPartners(row)));
        ObjectNode data = head(listing, page);
        data.set("jobs", rows);
        return Envelope.of(data);
    }

    @CutToOwn
    @PostMapping("/v1/job/list/task")
    Envelope tasks(ApiBody body, VisibleJobs visible) {
        ObjectNode sent = body.orEmpty();
        checkValues(sent, "role", ROLES);
        Listing listing = listing(sent, visible, "job_id", "role", "party_id", "component_name");
        Page page = tasks.list(listing);
        ObjectNode data = head(listing, page);
        page.rows().forEach(data.putArray("tasks")::add);
        return Envelope.of(data);
    }

    private ObjectNode head(Listing listing, Page page) {
        ObjectNode data = json.object().put("count", page.count());
        return listing.isCut(page) ? data.put("more", true) : data;
    }

    private Listing listing(ObjectNode sent, VisibleJobs visible, String... columns) {
        int limit = number(sent, "limit", 0);
        int page = number(sent, "page", 1);
        if (limit < 0 || page < 1) {
            throw ApiException.http(400, "Invalid parameter 'limit' or 'page'.");
        }
        ObjectNode filter = json.object();
        for (String column : columns) {
            JsonNode value = sent.path(column);
            if (!value.isMissingNode() && !value.asText("x").isEmpty()) {
                filter.set(column, value);
            }
        }
        return new Listing(filter, visible, order(sent), limit, (long) limit * (page - 1));
    }

    private static int number(ObjectNode sent, String key, int otherwise) {
        JsonNode value = sent.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (value.canConvertToInt() || value.asText().matches("\\d{1,9}")) {
            return value.asInt();
        }
        throw ApiException.http(400, "Invalid parameter 'limit' or 'page'.");
    }

    private static @Nullable Order order(ObjectNode sent) {
        String column = ApiBody.text(sent, "order_by");
        if (column.isEmpty()) {
            return null;
        }
        if (!SORTABLE.contains(column)) {
            throw ApiException.http(400, "Invalid parameter 'order_by'.");
        }
        if (!sent.has("order")) {
            throw ApiException.uncaught("KeyError", "order");
        }
        return switch (ApiBody.text(sent, "order")) {
            case "asc" -> new Order(column, false);
            case "desc" -> new Order(column, true);
            default -> throw ApiException.http(400, "Invalid parameter order 'order'.");
        };
    }

    private static void checkValues(ObjectNode sent, String key, List<String> allowed) {
        JsonNode value = sent.path(key);
        if (value.isArray()) {
            value.forEach(item -> check(item, key, allowed));
        } else if (!value.isMissingNode() && !value.isNull()) {
            check(value, key, allowed);
        }
    }

    private static void check(JsonNode value, String key, List<String> allowed) {
        if (!allowed.contains(value.asText())) {
            throw ApiException.http(400, "Invalid parameter '" + key + "'.");
        }
    }

    /** The party id as a number here, and who else takes part. */
    private static ObjectNode withPartners(ObjectNode row) {
        long own = Long.parseLong(row.path("party_id").asText());
        TreeSet<Long> partners = new TreeSet<>();
        for (String role : List.of("guest", "host", "arbiter")) {
            row.path("roles").path(role).forEach(id -> partners.add(id.asLong()));
        }
        partners.remove(own);
        row.put("party_id", own);
        partners.forEach(row.putArray("partners")::add);
        return row;
    }
}
