package io.fateflow.engine.resource.placement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;

/** The attempts that wait for a node, in their order: {@code placement_queue}. */
public final class PlacementQueue {

    private static final String COLUMNS =
            "place_number, job_id, role, party_id, task_id, task_version, shape, demand, node_name, near_nodes, since_time";
    private static final String KEY = " where task_id = ? and task_version = ? and role = ? and party_id = ?";

    private final JdbcTemplate jdbc;

    public PlacementQueue(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
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

    void add(LeaseKey key, Demand demand, @Nullable String node, Set<String> near, long since) {
        jdbc.update(
                "insert into placement_queue (job_id, task_id, task_version, role, party_id, shape, demand, node_name,"
                        + " near_nodes, since_time) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                key.jobId(),
                key.taskId(),
                key.taskVersion(),
                key.role(),
                key.partyId(),
                demand.shape(),
                demand.json(),
                node,
                Json.write(near.stream().sorted().toList()),
                since);
    }

    Optional<Waiter> find(LeaseKey key) {
        return jdbc
                .query(
                        "select " + COLUMNS + " from placement_queue" + KEY,
                        PlacementQueue::waiter,
                        key.taskId(),
                        key.taskVersion(),
                        key.role(),
                        key.partyId())
                .stream()
                .findFirst();
    }

    void remove(Waiter waiter) {
        jdbc.update("delete from placement_queue where place_number = ?", waiter.number());
    }

    void moveTo(Waiter waiter, @Nullable String node) {
        jdbc.update("update placement_queue set node_name = ? where place_number = ?", node, waiter.number());
    }

    /** The first of each shape, in their order: whoever is behind it waits at least for as long as it does. */
    List<Waiter> heads() {
        return jdbc.query(
                "select " + COLUMNS + " from placement_queue where place_number in (select min(place_number) from"
                        + " placement_queue group by shape) order by place_number",
                PlacementQueue::waiter);
    }

    /** The next of a shape behind one. */
    Optional<Waiter> next(Waiter before) {
        return jdbc
                .query(
                        "select " + COLUMNS + " from placement_queue where shape = ? and place_number > ?"
                                + " order by place_number limit 1",
                        PlacementQueue::waiter,
                        before.shape(),
                        before.number())
                .stream()
                .findFirst();
    }

    /** Those of some jobs. */
    List<Waiter> ofJobs(Collection<String> jobIds) {
        return jobIds.isEmpty()
                ? List.of()
                : jdbc.query(
                        "select " + COLUMNS + " from placement_queue where job_id in ("
                                + String.join(", ", Collections.nCopies(jobIds.size(), "?")) + ")",
                        PlacementQueue::waiter,
                        jobIds.toArray());
    }

    /** Everybody, in their order. */
    public List<Waiter> all() {
        return jdbc.query("select " + COLUMNS + " from placement_queue order by place_number", PlacementQueue::waiter);
    }

    /** Nodes that somebody waits for since before a time. */
    Set<String> awaitedSinceBefore(long time) {
        return new HashSet<>(jdbc.queryForList(
                "select distinct node_name from placement_queue where since_time < ? and node_name is not null",
                String.class,
                time));
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
