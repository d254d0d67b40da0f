package io.fateflow.engine.simulation;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;

/**
 * Looks after each step at what attempts have of nodes, by nothing but the rows of leases: nothing is given beyond what a node
 * has, no unit twice, and nobody waits long for what is free. It knows none of the scheduler's types.
 */
final class NodeWatch {

    private static final Duration AGING = Duration.ofMinutes(10);
    private static final BigDecimal ONE = BigDecimal.ONE;

    private final List<SimulatedSite> sites;
    private final Map<String, BigDecimal> before = new HashMap<>();
    private final Map<String, Long> servableSince = new HashMap<>();

    /** A label of a node. */
    private record Label(String node, String label) {}

    /** Somebody who waits. */
    private record Waiter(
            String attempt, JsonNode demand, @Nullable String node, long since) {}

    /** What is leased of a label: amounts by unit, one unit -1 where they have no ids. */
    private static final class Leased {
        private final Map<Integer, BigDecimal> units = new TreeMap<>();

        BigDecimal sum() {
            return units.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        }
    }

    NodeWatch(List<SimulatedSite> sites) {
        this.sites = sites;
    }

    /** Whatever could have been served there, nobody was there to do it. */
    void restarted(SimulatedSite site) {
        servableSince.keySet().removeIf(key -> key.startsWith(site.partyId() + " "));
    }

    /** @param lives whether a node, by site and name, takes tasks */
    void look(Duration longestWait, Predicate<String> lives) {
        Set<String> servable = new HashSet<>();
        for (SimulatedSite site : sites) {
            Map<Label, Leased> leased = leased(site);
            Map<Label, BigDecimal> totals = totals(site);
            checkCapacity(site, leased, totals);
            checkOwners(site);
            waiters(site).forEach(waiter -> {
                String where = servedBy(site, waiter, leased, totals, lives);
                if (!where.isEmpty()) {
                    servable.add(site.partyId() + " " + waiter.attempt() + " " + where);
                }
            });
        }
        servableSince.keySet().retainAll(servable);
        for (String waiter : servable) {
            long now = sites.get(0).common(sites.get(0).now());
            long since = servableSince.computeIfAbsent(waiter, first -> now);
            if (now - since >= longestWait.toMillis()) {
                throw new Violation("%s waits for %d ms for what is free".formatted(waiter, now - since));
            }
        }
    }

    private static Map<Label, Leased> leased(SimulatedSite site) {
        Map<Label, Leased> leased = new HashMap<>();
        site.jdbc().query("select node_name, label, unit_id, amount from lease_resource", row -> {
            leased.computeIfAbsent(new Label(row.getString(1), row.getString(2)), label -> new Leased())
                    .units
                    .merge(row.getInt(3), row.getBigDecimal(4), BigDecimal::add);
        });
        return leased;
    }

    private static Map<Label, BigDecimal> totals(SimulatedSite site) {
        Map<Label, BigDecimal> totals = new HashMap<>();
        site.jdbc().query("select node_name, label, total from node_resource", row -> {
            totals.put(new Label(row.getString(1), row.getString(2)), row.getBigDecimal(3));
        });
        return totals;
    }

    private void checkCapacity(SimulatedSite site, Map<Label, Leased> leased, Map<Label, BigDecimal> totals) {
        Map<String, BigDecimal> now = new HashMap<>();
        leased.forEach((label, what) -> {
            String key = site.partyId() + " " + label.node() + " " + label.label();
            BigDecimal total = totals.getOrDefault(label, BigDecimal.ZERO);
            BigDecimal grown = what.sum().subtract(before.getOrDefault(key, BigDecimal.ZERO));
            // what has shrunk below what is in use only loses
            if (grown.signum() > 0 && what.sum().compareTo(total) > 0) {
                throw new Violation(
                        "%s: %s are leased of %s, %s more than before".formatted(key, what.sum(), total, grown));
            }
            what.units.forEach((unit, amount) -> {
                if (unit >= 0 && amount.compareTo(ONE) > 0) {
                    throw new Violation("%s: unit %d is given %s times".formatted(key, unit, amount));
                }
            });
            now.put(key, what.sum());
        });
        before.keySet().removeIf(key -> key.startsWith(site.partyId() + " "));
        before.putAll(now);
    }

    /** What a job has of nodes it has together with its cores, and never when it has ended. */
    private static void checkOwners(SimulatedSite site) {
        List<String> ofNobody = site.jdbc().queryForList("""
                select l.job_id || ' as ' || l.role || ' on ' || l.node_name
                from resource_lease l
                where l.kind = 'bundle' and (
                    not exists (
                        select 1 from job j
                        where j.job_id = l.job_id and j.role = l.role and j.party_id = l.party_id
                            and j.status in ('ready', 'waiting', 'running'))
                    or not exists (
                        select 1 from resource_lease h
                        where h.kind = 'job' and h.job_id = l.job_id and h.role = l.role and h.party_id = l.party_id))
                """, String.class);
        if (!ofNobody.isEmpty()) {
            throw new Violation("%d: nobody owns what is reserved: %s".formatted(site.partyId(), ofNobody));
        }
    }

    private static List<Waiter> waiters(SimulatedSite site) {
        return site.jdbc()
                .query(
                        "select task_id || '|' || task_version || '|' || role, demand, node_name, since_time from placement_queue",
                        (row, number) -> new Waiter(
                                row.getString(1),
                                Json.read(row.getString(2)).path("resources"),
                                row.getString(3),
                                row.getLong(4)));
    }

    /** A node that has all that somebody waits for, and that is not kept for somebody who has waited too long; empty if none. */
    private static String servedBy(
            SimulatedSite site,
            Waiter waiter,
            Map<Label, Leased> leased,
            Map<Label, BigDecimal> totals,
            Predicate<String> lives) {
        List<String> nodes = new ArrayList<>(
                totals.keySet().stream().map(Label::node).distinct().sorted().toList());
        nodes.removeIf(node -> !lives.test(site.partyId() + " " + node));
        waiters(site).stream()
                .filter(other -> other.since() < site.now() - AGING.toMillis())
                .filter(other -> !other.attempt().equals(waiter.attempt()))
                .forEach(other -> nodes.remove(String.valueOf(other.node())));
        return nodes.stream()
                .filter(node -> waiter.demand().properties().stream()
                        .allMatch(entry -> isFree(
                                new BigDecimal(entry.getValue().asText()),
                                totals.getOrDefault(new Label(node, entry.getKey()), BigDecimal.ZERO),
                                leased.getOrDefault(new Label(node, entry.getKey()), new Leased()),
                                entry.getKey().equals("GPU"))))
                .findFirst()
                .orElse("");
    }

    private static boolean isFree(BigDecimal wanted, BigDecimal total, Leased leased, boolean hasUnits) {
        if (leased.sum().add(wanted).compareTo(total) > 0) {
            return false;
        }
        if (!hasUnits) {
            return true;
        }
        long whole = total.longValue() - leased.units.size();
        return wanted.compareTo(ONE) >= 0
                ? whole >= wanted.longValue()
                : whole > 0
                        // of units beyond what the node has, nothing is given any more, and which those are is its own
                        || (whole == 0
                                && leased.units.values().stream()
                                        .anyMatch(used -> used.add(wanted).compareTo(ONE) <= 0));
    }
}
