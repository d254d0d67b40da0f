package io.fateflow.operations.doctor;

import java.util.List;

/** What is leased of a node is the sum of its leases, no unit is given to two, and bundles are of jobs that hold cores. */
final class PlacementChecks {

    private PlacementChecks() {}

    static List<Check> all() {
        return List.of(sums(), units(), bundlesOfNobody());
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

    /** A job takes both in one transaction, and gives both back in one. */
    private static Check bundlesOfNobody() {
        return Check.of(
                Rule.BUNDLE_OF_NOBODY,
                """
                select l.job_id, l.role, l.party_id, count(*) as bundles, min(l.node_name) as node_name
                from resource_lease l
                where l.kind = 'bundle' and not exists (
                    select 1 from resource_lease h
                    where h.kind = 'job' and h.job_id = l.job_id and h.role = l.role and h.party_id = l.party_id)
                group by l.job_id, l.role, l.party_id
                order by l.job_id, l.role, l.party_id
                """,
                (row, number) -> Finding.of(
                        Rule.BUNDLE_OF_NOBODY,
                        CheckSql.jobAtParty(row),
                        "%d bundles are reserved, one of them on node %s, and it has no cores"
                                .formatted(row.getInt("bundles"), row.getString("node_name")),
                        new Repair.ReleaseBundles(row.getString("job_id"))));
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
