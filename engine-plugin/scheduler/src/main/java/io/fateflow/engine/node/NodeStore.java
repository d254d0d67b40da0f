package io.fateflow.engine.node;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.JdbcTemplate;

import static io.fateflow.engine.node.DatabaseTime.NOW;

/** The rows of {@code server_node}: one for each server of the site that lives, or has died and was not missed yet. */
public final class NodeStore {

    private static final String COLUMNS =
            "node_name, url, lock_owner, version, start_time, seen_time, session_name, clock_difference";

    private final JdbcTemplate jdbc;

    public NodeStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Whoever had a node's name until now, if that was another start. */
    public Optional<Node> before(Node node) {
        return find(node.name()).filter(other -> !other.lockOwner().equals(node.lockOwner()));
    }

    /** A node lives; whether it is new. */
    public boolean seen(Node node) {
        int changed = jdbc.update(
                "update server_node set url = ?, lock_owner = ?, version = ?, start_time = ?, session_name = ?,"
                        + " clock_difference = ?, seen_time = " + NOW + " where node_name = ?",
                node.url(),
                node.lockOwner(),
                node.version(),
                node.started(),
                node.sessions(),
                node.clockDifference(),
                node.name());
        if (changed == 0) {
            jdbc.update(
                    "insert into server_node (" + COLUMNS + ") values (?, ?, ?, ?, ?, " + NOW + ", ?, ?)",
                    node.name(),
                    node.url(),
                    node.lockOwner(),
                    node.version(),
                    node.started(),
                    node.sessions(),
                    node.clockDifference());
        }
        return changed == 0;
    }

    /** A node goes. */
    public void gone(String name, String lockOwner) {
        jdbc.update("delete from server_node where node_name = ? and lock_owner = ?", name, lockOwner);
    }

    public List<Node> all() {
        return jdbc.query("select " + COLUMNS + " from server_node order by node_name", (row, number) -> node(row));
    }

    /** Nodes that were not seen for some time. */
    public List<Node> silentFor(Duration limit) {
        return jdbc.query(
                "select " + COLUMNS + " from server_node where seen_time < " + NOW + " - ? order by node_name",
                (row, number) -> node(row),
                limit.toMillis());
    }

    /** Forgets a node, unless it was seen meanwhile. */
    public void removeSilent(Node node) {
        jdbc.update(
                "delete from server_node where node_name = ? and lock_owner = ? and seen_time = ?",
                node.name(),
                node.lockOwner(),
                node.seen());
    }

    private Optional<Node> find(String name) {
        return jdbc
                .query("select " + COLUMNS + " from server_node where node_name = ?", (row, number) -> node(row), name)
                .stream()
                .findFirst();
    }

    private static Node node(ResultSet row) throws SQLException {
        return new Node(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getLong(5),
                row.getLong(6),
                row.getString(7),
                row.getLong(8));
    }
}
