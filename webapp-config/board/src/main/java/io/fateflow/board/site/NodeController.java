package io.fateflow.board.site;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.board.access.Rights;
import io.fateflow.board.answer.BoardException;
import io.fateflow.dsl.Party;
import io.fateflow.engine.executor.NodeTasks;
import io.fateflow.engine.executor.WorkerService;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.amount.InvalidAmountException;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.operations.query.NodeQueries;
import io.fateflow.operations.query.NodeWaits;
import io.fateflow.webapp.security.WebUser.Right;

/** What each node has, who holds which of it since when, and who waits for one; and what an administrator does to them. */
@RestController
class NodeController {

    private static final Pattern ID = Pattern.compile("(FFB-\\d+) (.*)", Pattern.DOTALL);

    private final NodeQueries queries;
    private final NodeWaits waits;
    private final NodeTasks nodes;
    private final WorkerService workers;

    NodeController(NodeQueries queries, NodeWaits waits, NodeTasks nodes, WorkerService workers) {
        this.queries = queries;
        this.waits = waits;
        this.nodes = nodes;
        this.workers = workers;
    }

    /**
     * A node.
     *
     * @param labels what it has, by label
     * @param holders attempts, those that have held something longest first
     */
    record NodeView(String name, JsonNode labels, List<ObjectNode> holders) {}

    /** @param waiting attempts in their order, each with its reason */
    record Answer(List<NodeView> nodes, List<ObjectNode> waiting) {}

    @GetMapping("/board/api/nodes")
    Answer nodes() {
        List<NodeView> views = new ArrayList<>();
        queries.resources()
                .properties()
                .forEach(node ->
                        views.add(new NodeView(node.getKey(), node.getValue(), queries.holders(node.getKey()))));
        return new Answer(views, waiting());
    }

    private List<ObjectNode> waiting() {
        List<ObjectNode> waiting = queries.waiting();
        List<String> jobs = waiting.stream()
                .map(one -> one.path("job_id").asText())
                .distinct()
                .toList();
        Map<LeaseKey, String> reasons = jobs.isEmpty() ? Map.of() : waits.of(jobs);
        waiting.forEach(one -> one.put("reason", reasons.getOrDefault(attempt(one), "")));
        return waiting;
    }

    private static LeaseKey attempt(ObjectNode waiting) {
        return LeaseKey.task(
                waiting.path("job_id").asText(),
                Party.of(waiting.path("role").asText(), waiting.path("party_id").asText()),
                waiting.path("task_id").asText(),
                waiting.path("task_version").asInt());
    }

    /** A worker by its name, and whether it is to take no more tasks. */
    record Drain(String worker, boolean drain) {

        Drain {
            worker = worker == null ? "" : worker;
        }
    }

    @PostMapping("/board/api/nodes/drain")
    Map<String, Integer> drain(@RequestBody Drain wanted, HttpServletRequest request) {
        Rights.demand(request, Right.ADMINISTER);
        int told = workers.drain(wanted.worker(), wanted.drain());
        if (told == 0) {
            throw new BoardException(
                    404,
                    "FFB-6411",
                    "No worker of the name " + wanted.worker() + " was heard of lately.",
                    "The list of workers has those that were.");
        }
        return Map.of("workers", told);
    }

    /**
     * How much of a label a node is to have.
     *
     * @param amount 0 takes the label away; null leaves it to the node's worker
     */
    record Capacity(String node, String label, @Nullable BigDecimal amount) {

        Capacity {
            node = node == null ? "" : node;
            label = label == null ? "" : label;
        }
    }

    @PostMapping("/board/api/nodes/capacity")
    void capacity(@RequestBody Capacity wanted, HttpServletRequest request) {
        String by = Rights.demand(request, Right.ADMINISTER).id();
        if (wanted.node().isBlank() || wanted.label().isBlank()) {
            throw refused("FFB-6412", "The call names no node or no label.");
        }
        try {
            Map<String, Optional<ResourceQuantity>> amounts = new HashMap<>();
            amounts.put(wanted.label(), Optional.ofNullable(wanted.amount()).map(ResourceQuantity::of));
            nodes.change(wanted.node(), amounts, by);
        } catch (InvalidAmountException e) {
            Matcher told = ID.matcher(String.valueOf(e.getMessage()));
            boolean known = told.matches();
            throw known
                    ? refused(told.group(1), told.group(2))
                    : refused("FFB-6412", "The amount of " + wanted.label() + " is none: " + e.getMessage());
        }
    }

    private static BoardException refused(String id, String message) {
        return new BoardException(400, id, message, "Give an amount from 0 on, with four decimals at most.");
    }
}
