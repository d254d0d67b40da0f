package io.fateflow.engine.resource.placement;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;
import io.fateflow.engine.resource.amount.InvalidAmountException;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;
import io.fateflow.engine.resource.placement.NodeResourceStore.Row;

/**
 * How much each node has in all: what its worker says, unless an operator has said otherwise. All of it changes while
 * attempts run; what they hold stays theirs.
 */
public final class NodeCapacities {

    /** Whose units have ids, whether the node names them or not. */
    private static final Set<String> WITH_UNITS = Set.of("GPU");

    private static final int LONGEST_NODE = 200;
    private static final int MOST_LABELS = 100;

    private final NodeResourceStore nodes;
    private final NodePlacements placements;

    public NodeCapacities(NodeResourceStore nodes, NodePlacements placements) {
        this.nodes = nodes;
        this.placements = placements;
    }

    /**
     * A node as its worker announces it.
     *
     * @param amounts per label
     * @param units of labels whose units have ids
     */
    private record Announced(Map<String, ResourceQuantity> amounts, Map<String, List<Integer>> units) {}

    /**
     * Takes what workers say that their machines have. What has not changed costs a look.
     *
     * @param announced by node, the JSON that its worker sends
     * @return whether anything has changed
     */
    public boolean announced(Map<String, String> announced) {
        Map<String, Announced> read = new TreeMap<>();
        announced.forEach((node, json) -> {
            if (!node.isEmpty() && node.length() <= LONGEST_NODE) {
                read.put(node, read(Json.read(json)));
            }
        });
        if (changes(read).isEmpty()) {
            return false;
        }
        nodes.lock();
        List<Row> changes = changes(read);
        changes.forEach(this::write);
        return !changes.isEmpty();
    }

    /** What is not an amount is not there: a worker is another machine, and says what it likes. */
    private static Announced read(JsonNode json) {
        Map<String, ResourceQuantity> amounts = new TreeMap<>();
        Map<String, List<Integer>> units = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : json.properties()) {
            JsonNode value = entry.getValue();
            if (!isLabel(entry.getKey()) || amounts.size() >= MOST_LABELS) {
                continue;
            }
            if (value.isArray()) {
                Set<Integer> ids = new HashSet<>();
                value.forEach(id -> {
                    if (id.isInt() && id.intValue() >= 0) {
                        ids.add(id.intValue());
                    }
                });
                units.put(entry.getKey(), ids.stream().sorted().toList());
                amounts.put(entry.getKey(), ResourceQuantity.of(ids.size()));
            } else if (value.isNumber()) {
                amount(value.decimalValue()).ifPresent(amount -> amounts.put(entry.getKey(), amount));
            }
        }
        return new Announced(amounts, units);
    }

    private static Optional<ResourceQuantity> amount(BigDecimal number) {
        try {
            return Optional.of(ResourceQuantity.of(number));
        } catch (InvalidAmountException e) {
            return Optional.empty();
        }
    }

    private List<Row> changes(Map<String, Announced> announced) {
        Map<String, Map<String, Row>> known = known();
        List<Row> changes = new ArrayList<>();
        announced.forEach((node, said) -> {
            Map<String, Row> rows = known.getOrDefault(node, Map.of());
            Set<String> labels = new HashSet<>(rows.keySet());
            labels.addAll(said.amounts().keySet());
            labels.forEach(label -> {
                Row before = rows.get(label);
                Row after = announced(node, label, before, said);
                if (!after.equals(before)) {
                    changes.add(after);
                }
            });
        });
        return changes;
    }

    private Map<String, Map<String, Row>> known() {
        return nodes.rows().stream()
                .collect(Collectors.groupingBy(Row::node, Collectors.toMap(Row::label, row -> row)));
    }

    private static Row announced(String node, String label, @Nullable Row before, Announced said) {
        ResourceQuantity amount = said.amounts().get(label);
        boolean fixed = before != null && before.fixed();
        ResourceQuantity total =
                before != null && fixed ? before.total() : amount == null ? ResourceQuantity.ZERO : amount;
        List<Integer> units = said.units().get(label);
        if (units == null && WITH_UNITS.contains(label)) {
            units = List.of();
        }
        return before == null
                ? new Row(node, label, total, amount, false, "", units, ResourceQuantity.ZERO, ResourceQuantity.ZERO)
                : new Row(
                        node,
                        label,
                        total,
                        amount,
                        fixed,
                        before.fixedBy(),
                        amount == null ? before.unitIds() : units,
                        before.leased(),
                        before.load());
    }

    private void write(Row row) {
        if (row.announced() == null && !row.fixed()) {
            nodes.delete(row.node(), row.label());
        } else {
            nodes.put(row);
        }
    }

    /**
     * An operator sets what a node has, and whoever can now be served is served.
     *
     * @param amounts per label: 0 takes it away, whatever the worker says; empty leaves it to the worker again
     * @throws InvalidAmountException FFB-2026 for what can't be an amount of that label
     */
    public void change(String node, Map<String, Optional<ResourceQuantity>> amounts, String by) {
        if (node.isBlank() || node.length() > LONGEST_NODE) {
            throw new InvalidAmountException("FFB-2026 a node's name has 1 to %d characters".formatted(LONGEST_NODE));
        }
        amounts.forEach(NodeCapacities::check);
        nodes.lock();
        Map<String, Row> rows = known().getOrDefault(node, Map.of());
        amounts.forEach((label, amount) -> {
            Row before = rows.getOrDefault(label, nothing(node, label));
            write(
                    amount.isPresent()
                            ? with(
                                    before,
                                    amount.get(),
                                    before.announced() != null || !amount.get().isZero(),
                                    by)
                            : with(before, announcedOrNothing(before), false, ""));
        });
        placements.nodesChanged();
    }

    private static ResourceQuantity announcedOrNothing(Row row) {
        ResourceQuantity announced = row.announced();
        return announced == null ? ResourceQuantity.ZERO : announced;
    }

    private static Row nothing(String node, String label) {
        ResourceQuantity none = ResourceQuantity.ZERO;
        return new Row(node, label, none, null, false, "", WITH_UNITS.contains(label) ? List.of() : null, none, none);
    }

    private static Row with(Row row, ResourceQuantity total, boolean fixed, String by) {
        return new Row(
                row.node(), row.label(), total, row.announced(), fixed, by, row.unitIds(), row.leased(), row.load());
    }

    private static void check(String label, Optional<ResourceQuantity> amount) {
        if (!isLabel(label)) {
            throw new InvalidAmountException("FFB-2026 '%s' is no label: 1 to 100 letters, digits, and any of _ . / : -"
                    .formatted(shown(label)));
        }
        if (WITH_UNITS.contains(label) && amount.isPresent() && !amount.get().isWhole()) {
            throw new InvalidAmountException(
                    "FFB-2026 %s %s can't be: a node has whole units of it".formatted(amount.get(), label));
        }
    }

    private static String shown(String label) {
        return label.length() <= ResourceSet.LONGEST_LABEL
                ? label
                : label.substring(0, ResourceSet.LONGEST_LABEL) + "…";
    }

    /** Whether a text can be a label; such texts stand in messages and environments. */
    public static boolean isLabel(String text) {
        return ResourceSet.isLabel(text);
    }
}
