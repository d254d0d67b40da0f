package io.fateflow.engine.resource.placement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.LeaseSql;

/** The attempts that wait for a node, in their order: {@code placement_queue}. */
public final class PlacementQueue {

    /** What a place is given when it comes to be. */
    private static final String NEW_COLUMNS =
            "job_id, task_id, task_version, role, party_id, shape, demand, node_name, near_nodes, since_time";

    /** What {@link #waiter} reads. */
    private static final String COLUMNS = "place_number, " + NEW_COLUMNS;

    private final JdbcClient jdbc;

    public PlacementQueue(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /**
     * An attempt that waits.
     *
     * @param number its place: the lower comes first
     * @param shape the same for those that want the same in the same way
     * @param node that could serve it; null if none could
     * @param near nodes where its input lies
     * @param since epoch milliseconds
     */
    public record Waiter(
            long number,
            LeaseKey key,
            String shape,
            Demand demand,
            @Nullable String node,
            Set<String> near,
            long since) {}

    /** @param queue of its job, whose limits count for it: who is in another one may be served when it may not */
    void add(LeaseKey key, Demand demand, String queue, @Nullable String node, Set<String> near, long since) {
        jdbc.sql("insert into placement_queue (" + NEW_COLUMNS + """
                ) values (:job, :task, :version, :role, :party, :shape, :demand, :node, :near, :since)
                """)
                .params(LeaseSql.at(key))
                .param("shape", demand.shape(queue))
                .param("demand", demand.json())
                .param("node", node)
                .param("near", Json.write(near.stream().sorted().toList()))
                .param("since", since)
                .update();
    }

    Optional<Waiter> find(LeaseKey key) {
        return select("task_id = :task and task_version = :version and role = :role and party_id = :party")
                .params(LeaseSql.at(key))
                .query(PlacementQueue::waiter)
                .optional();
    }

    private StatementSpec select(String which) {
        return jdbc.sql("select " + COLUMNS + " from placement_queue where " + which);
    }

    void remove(Waiter waiter) {
        jdbc.sql("delete from placement_queue where place_number = :number")
                .param("number", waiter.number())
                .update();
    }

    void moveTo(Waiter waiter, @Nullable String node) {
        jdbc.sql("update placement_queue set node_name = :node where place_number = :number")
                .param("node", node)
                .param("number", waiter.number())
                .update();
    }

    /** The first of each shape, in their order: whoever is behind it waits at least for as long as it does. */
    List<Waiter> heads() {
        return select("""
                place_number in (select min(place_number) from placement_queue group by shape)
                order by place_number
                """).query(PlacementQueue::waiter).list();
    }

    /** The next of a shape behind one. */
    Optional<Waiter> next(Waiter before) {
        return select("shape = :shape and place_number > :number order by place_number limit 1")
                .param("shape", before.shape())
                .param("number", before.number())
                .query(PlacementQueue::waiter)
                .optional();
    }

    /** Those of some jobs. */
    List<Waiter> ofJobs(Collection<String> jobIds) {
        return jobIds.isEmpty()
                ? List.of()
                : select("job_id in (:jobs)")
                        .param("jobs", jobIds)
                        .query(PlacementQueue::waiter)
                        .list();
    }

    /** Everybody, in their order. */
    public List<Waiter> all() {
        return jdbc.sql("select " + COLUMNS + " from placement_queue order by place_number")
                .query(PlacementQueue::waiter)
                .list();
    }

    /** Nodes that somebody waits for since before a time. */
    Set<String> awaitedSinceBefore(long time) {
        return jdbc.sql("""
                select distinct node_name from placement_queue where since_time < :time and node_name is not null
                """).param("time", time).query(String.class).set();
    }

    private static Set<String> names(String json) {
        Set<String> names = new HashSet<>();
        Json.read(json).forEach(name -> names.add(name.asText()));
        return names;
    }

    private static Waiter waiter(ResultSet row, int number) throws SQLException {
        return new Waiter(
                row.getLong("place_number"),
                LeaseKey.task(
                        row.getString("job_id"),
                        Party.of(row.getString("role"), row.getString("party_id")),
                        row.getString("task_id"),
                        row.getInt("task_version")),
                row.getString("shape"),
                Demand.of(row.getString("demand")),
                row.getString("node_name"),
                names(row.getString("near_nodes")),
                row.getLong("since_time"));
    }
}
