package io.fateflow.operations.doctor;

import java.util.List;

/** What is leased of a node is the sum of its leases, and no unit is given to two. */
final class PlacementChecks {

    private PlacementChecks() {}

    static List<Check> all() {
        return List.of(sums(), units());
    }

    private static Check sums() {
        return Check.of(
                Rule.NODE_SUM,
                """
                select n.node_name, n.label, n.total, n.leased, coalesce(sum(l.amount), 0) as of_leases
                from node_resource n
                left join lease_resource l on l.node_name = n.node_name and l.label = n.label
                group by n.node_name, n.label, n.total, n.leased
                having n.leased <> coalesce(sum(l.amount), 0)
                order by n.node_name, n.label
                """,
                (row, number) -> Finding.of(
                        Rule.NODE_SUM,
                        "node %s %s".formatted(row.getString("node_name"), row.getString("label")),
                        "of %s, %s are written down as leased, and leases have %s"
                                .formatted(
                                        row.getBigDecimal("total"),
                                        row.getBigDecimal("leased"),
                                        row.getBigDecimal("of_leases")),
                        new Repair.RecomputeNodes()));
    }

    private static Check units() {
        return Check.of(
                Rule.UNIT_SHARED_TWICE,
                """
                select node_name, label, unit_id, sum(amount) as together, count(*) as attempts
                from lease_resource
                where unit_id >= 0
                group by node_name, label, unit_id
                having sum(amount) > 1
                order by node_name, label, unit_id
                """,
                (row, number) -> Finding.of(
                        Rule.UNIT_SHARED_TWICE,
                        "node %s %s %d"
                                .formatted(row.getString("node_name"), row.getString("label"), row.getInt("unit_id")),
                        "%d attempts have %s of it together"
                                .formatted(row.getInt("attempts"), row.getBigDecimal("together"))));
    }
}
