package io.fateflow.engine.resource.placement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.LeaseSql;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.queue.QueueStore;

/** What jobs have of nodes: leases of kind {@code bundle}, and what of them their attempts have. */
final class BundleStore {

    private static final String COLUMNS = "lease_id, job_id, role, party_id, node_name, components, demand";

    private final JdbcClient jdbc;
    private final Clock clock;

    BundleStore(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** A bundle, on its node. */
    record Row(String id, String jobId, Party party, String node, Bundle bundle) {}

    /**
     * What a job wants at one party of this site.
     *
     * @param slots how many of its components may run at once
     * @param demands of the components that have not succeeded
     */
    record Wanting(Party party, int slots, Map<String, List<String>> upstream, Map<String, Demand> demands) {}

    /** By the global order of parties; empty if the job wants cores and nothing else. */
    List<Wanting> wanting(String jobId) {
        Map<Party, Map<String, Demand>> demands = new TreeMap<>();
        jdbc.sql("""
                select t.role, t.party_id, t.component_name, t.demand
                from task t
                where t.job_id = :job and t.demand is not null and t.run_on_this_party = true
                    and t.status not in ('success', 'pass') and not exists (
                        select 1 from task n
                        where n.task_id = t.task_id and n.role = t.role and n.party_id = t.party_id
                            and n.task_version > t.task_version)
                """).param("job", jobId).query(row -> {
            demands.computeIfAbsent(party(row), party -> new TreeMap<>())
                    .put(row.getString("component_name"), Demand.of(row.getString("demand")));
        });
        if (demands.isEmpty()) {
            return List.of();
        }
        List<Wanting> wanting = new ArrayList<>();
        jdbc.sql("select role, party_id, gate_slots, dag from job where job_id = :job and dag is not null")
                .param("job", jobId)
                .query(row -> {
                    Party party = party(row);
                    Map<String, Demand> own = demands.get(party);
                    if (own != null) {
                        wanting.add(new Wanting(party, row.getInt("gate_slots"), upstream(row.getString("dag")), own));
                    }
                });
        return wanting.stream().sorted((a, b) -> a.party().compareTo(b.party())).toList();
    }

    private static Map<String, List<String>> upstream(String dag) {
        Map<String, List<String>> upstream = new TreeMap<>();
        Json.read(dag).properties().forEach(entry -> {
            List<String> names = new ArrayList<>();
            entry.getValue().forEach(name -> names.add(name.asText()));
            upstream.put(entry.getKey(), names);
        });
        return upstream;
    }

    private static Party party(ResultSet row) throws SQLException {
        return Party.of(row.getString("role"), row.getString("party_id"));
    }

    /** Locks a job's rows in their order: its initiator's, which is its gate, and then the others. */
    void lockJob(String jobId) {
        List<Party> parties = new ArrayList<>();
        List<Party> others = new ArrayList<>();
        jdbc.sql("select role, party_id, is_initiator from job where job_id = :job")
                .param("job", jobId)
                .query(row -> {
                    (row.getBoolean("is_initiator") ? parties : others).add(party(row));
                });
        others.stream().sorted().forEach(parties::add);
        parties.forEach(party -> jdbc.sql("""
                select job_id from job where job_id = :job and role = :role and party_id = :party for update
                """)
                .param("job", jobId)
                .param("role", party.role())
                .param("party", party.idText())
                .query(String.class)
                .list());
    }

    /** Of one job, by party and number. */
    List<Row> ofJob(String jobId) {
        return select("job_id = :job order by role, party_id, task_version")
                .param("job", jobId)
                .query(BundleStore::row)
                .list();
    }

    List<Row> onNode(String node) {
        return select("node_name = :node order by since_time, lease_id")
                .param("node", node)
                .query(BundleStore::row)
                .list();
    }

    Optional<Row> find(String id) {
        return select("lease_id = :id").param("id", id).query(BundleStore::row).optional();
    }

    private StatementSpec select(String which) {
        return jdbc.sql("select " + COLUMNS + " from resource_lease where kind = 'bundle' and " + which);
    }

    private static Row row(ResultSet row, int number) throws SQLException {
        TreeSet<String> components = new TreeSet<>();
        Json.read(row.getString("components")).forEach(name -> components.add(name.asText()));
        return new Row(
                row.getString("lease_id"),
                row.getString("job_id"),
                party(row),
                row.getString("node_name"),
                new Bundle(components, Demand.of(row.getString("demand"))));
    }

    /** Writes a bundle down; what it has of its node is written by the caller. */
    Row insert(String jobId, Party party, int number, String node, Bundle bundle) {
        Row row = new Row(UUID.randomUUID().toString(), jobId, party, node, bundle);
        jdbc.sql("""
                insert into resource_lease (lease_id, kind, job_id, role, party_id, task_id, task_version, engine_type,
                    engine_name, cores, memory, slots, fencing_token, since_time, demand, node_name, components)
                values (:id, :kind, :job, :role, :party, :task, :version, '', '', 0, 0, 0, :now, :now, :demand, :node,
                    :components)
                """)
                .params(LeaseSql.at(LeaseKey.bundle(jobId, party, number)))
                .param("id", row.id())
                .param("now", clock.millis())
                .param("demand", bundle.demand().json())
                .param("node", node)
                .param("components", Json.write(List.copyOf(bundle.components())))
                .update();
        return row;
    }

    void moveTo(Row row, String node) {
        jdbc.sql("update resource_lease set node_name = :node where lease_id = :id")
                .param("node", node)
                .param("id", row.id())
                .update();
    }

    void delete(Row row) {
        jdbc.sql("delete from resource_lease where lease_id = :id")
                .param("id", row.id())
                .update();
    }

    /** Whether an attempt has something of it. */
    boolean isUsed(Row row) {
        return !jdbc.sql("select lease_id from resource_lease where bundle_id = :id")
                .param("id", row.id())
                .query(String.class)
                .list()
                .isEmpty();
    }

    /** Says of which bundle a lease of an attempt is; of none, with an empty text. */
    void use(String leaseId, String bundleId) {
        jdbc.sql("update resource_lease set bundle_id = :bundle where lease_id = :id")
                .param("bundle", bundleId.isEmpty() ? null : bundleId)
                .param("id", leaseId)
                .update();
    }

    /** The bundle that an attempt has its share of; empty if it has none. */
    Optional<Row> usedBy(String leaseId) {
        return jdbc
                .sql("select bundle_id from resource_lease where lease_id = :id and bundle_id is not null")
                .param("id", leaseId)
                .query(String.class)
                .list()
                .stream()
                .findFirst()
                .flatMap(this::find);
    }

    /** What a lease has of its node: per label how much of which unit; unit -1 where units have no ids. */
    SortedMap<String, SortedMap<Integer, ResourceQuantity>> units(String leaseId) {
        SortedMap<String, SortedMap<Integer, ResourceQuantity>> units = new TreeMap<>();
        jdbc.sql("select label, unit_id, amount from lease_resource where lease_id = :id")
                .param("id", leaseId)
                .query(row -> {
                    units.computeIfAbsent(row.getString("label"), label -> new TreeMap<>())
                            .put(row.getInt("unit_id"), ResourceQuantity.of(row.getBigDecimal("amount")));
                });
        return units;
    }

    /** Has a lease have that of a node, and nothing else. */
    void write(String leaseId, String node, Map<String, SortedMap<Integer, ResourceQuantity>> units) {
        jdbc.sql("delete from lease_resource where lease_id = :id")
                .param("id", leaseId)
                .update();
        units.forEach((label, ofLabel) -> ofLabel.forEach((unit, amount) -> jdbc.sql("""
                insert into lease_resource (lease_id, node_name, label, unit_id, amount)
                values (:id, :node, :label, :unit, :amount)
                """)
                .params(Map.of("id", leaseId, "node", node, "label", label, "unit", unit, "amount", amount.decimal()))
                .update()));
    }

    /**
     * Jobs that wait for what nodes have, in their order; of each queue so many, so that a crowd that waits for its queue's
     * limit hides nobody of another.
     */
    List<Waiting> waiting(int most) {
        return jdbc.sql("""
                select w.job_id, w.wait_since
                from (
                    select v.*, row_number() over (partition by v.queue order by
                        v.front_time desc, v.priority desc, v.wait_since, v.job_id) as place
                    from (
                        select j.job_id, j.wait_since, j.front_time, j.priority, %s as queue
                        from job j
                        where j.waits_for_nodes = true and j.status = 'waiting' and j.is_initiator = true
                            and j.wait_since is not null and j.suspended_by is null and j.waits_elsewhere = false) v) w
                where w.place <= :most
                order by w.front_time desc, w.priority desc, w.wait_since, w.job_id
                """.formatted(QueueStore.QUEUE_OF_JOB))
                .param("most", most)
                .query((row, number) -> new Waiting(row.getString("job_id"), row.getLong("wait_since")))
                .list();
    }

    /** Jobs with bundles and an attempt that has waited since before a time for a label of which an older job has some. */
    List<String> stuck(long before) {
        Set<String> stuck = new TreeSet<>();
        jdbc.sql("""
                select q.job_id, q.demand
                from placement_queue q
                where q.since_time < :before and exists (
                    select 1 from job j where j.job_id = q.job_id and j.is_initiator = true and j.status = 'running')
                    and exists (select 1 from resource_lease l where l.job_id = q.job_id and l.kind = 'bundle')
                """)
                .param("before", before)
                .query((row, number) -> Map.entry(row.getString("job_id"), Demand.of(row.getString("demand"))))
                .list()
                .forEach(waiter -> {
                    if (hasOlder(waiter.getKey(), waiter.getValue())) {
                        stuck.add(waiter.getKey());
                    }
                });
        return List.copyOf(stuck);
    }

    /** Ids of jobs begin with the time. */
    private boolean hasOlder(String jobId, Demand demand) {
        return !jdbc.sql("""
                select l.lease_id
                from lease_resource r
                join resource_lease l on l.lease_id = r.lease_id
                where l.job_id < :job and r.label in (:labels)
                limit 1
                """)
                .param("job", jobId)
                .param("labels", demand.amounts().labels())
                .query(String.class)
                .list()
                .isEmpty();
    }

    /** @param since epoch milliseconds */
    record Waiting(String jobId, long since) {}

    /** Bundles of jobs that have no cores, or have ended: by the rules nobody has such. */
    List<Row> ofNobody(String jobId) {
        return select("""
                job_id = :job and not exists (
                    select 1 from resource_lease h
                    where h.kind = 'job' and h.job_id = resource_lease.job_id and h.role = resource_lease.role
                        and h.party_id = resource_lease.party_id)""").param("job", jobId).query(BundleStore::row).list();
    }
}
