package io.fateflow.engine.resource.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.dsl.Problem;
import io.fateflow.dsl.module.Spelling;
import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceQuantity;

/**
 * What a job asks of nodes that none of this site's could serve now. The job is accepted all the same: a node may join, or
 * grow.
 */
public final class DemandWarnings {

    private static final String RESOURCES = "resources";

    private final JdbcClient jdbc;
    private final NodePlacements placements;

    public DemandWarnings(JdbcTemplate jdbc, NodePlacements placements) {
        this.jdbc = JdbcClient.create(jdbc);
        this.placements = placements;
    }

    /** Of a job that was accepted. A job that asks for cores and nothing else costs no look at the database. */
    public List<Problem> of(String jobId, JsonNode conf) {
        if (conf.findValue(RESOURCES) == null) {
            return List.of();
        }
        Map<String, ResourceQuantity> most = new TreeMap<>();
        jdbc.sql("select distinct demand from task where job_id = ? and demand is not null")
                .param(jobId)
                .query(String.class)
                .list()
                .forEach(json -> Demand.of(json)
                        .amounts()
                        .amounts()
                        .forEach((label, amount) ->
                                most.merge(label, amount, (one, other) -> one.isLessThan(other) ? other : one)));
        Collection<NodeResources> nodes = placements.nodes();
        List<Problem> warnings = new ArrayList<>();
        most.forEach((label, amount) ->
                warning(label, amount, nodes, place(conf, "", label).orElse("")).ifPresent(warnings::add));
        return List.copyOf(warnings);
    }

    private static Optional<Problem> warning(
            String label, ResourceQuantity amount, Collection<NodeResources> nodes, String place) {
        ResourceQuantity largest = nodes.stream()
                .map(node -> node.total().get(label))
                .max(ResourceQuantity::compareTo)
                .orElse(ResourceQuantity.ZERO);
        if (!largest.isLessThan(amount)) {
            return Optional.empty();
        }
        if (!largest.isZero()) {
            return Optional.of(new Problem(
                    "FFB-2025",
                    "conf",
                    place,
                    "it asks for %s %s, and the most that a node of this site has is %s"
                            .formatted(amount, label, largest),
                    "Ask for less, or see that a node gets as much; until then it waits"));
        }
        TreeSet<String> labels = new TreeSet<>();
        nodes.forEach(node -> labels.addAll(node.total().labels()));
        String guess = Spelling.closest(label, labels)
                .map(closest -> "; did you mean " + closest + "?")
                .orElse("");
        return Optional.of(new Problem(
                "FFB-2024",
                "conf",
                place,
                "no node of this site has the label %s%s".formatted(label, guess),
                "Correct it, or see that a node gets it; until then what asks for it waits"));
    }

    /** Where the user would look for a label. */
    private static Optional<String> place(JsonNode node, String pointer, String label) {
        if (node.path(RESOURCES).has(label)) {
            return Optional.of(pointer + "/" + RESOURCES + "/" + escaped(label));
        }
        return node.properties().stream()
                .flatMap(entry -> place(entry.getValue(), pointer + "/" + escaped(entry.getKey()), label).stream())
                .findFirst();
    }

    private static String escaped(String step) {
        return step.replace("~", "~0").replace("/", "~1");
    }
}
