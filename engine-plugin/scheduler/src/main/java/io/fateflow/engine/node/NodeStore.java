package io.fateflow.engine.node;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import static io.fateflow.engine.node.DatabaseTime.NOW;

/** The rows of {@code server_node}: one for each server of the site that lives, or has died and was not missed yet. */
public final class NodeStore {

    /** What {@link #row} reads. */
    private static final String COLUMNS =
            "node_name, url, lock_owner, version, start_time, seen_time, session_name, clock_difference";

    private static final String UPDATE = """
            update server_node
            set url = :url, lock_owner = :lockOwner, version = :version, start_time = :started,
                session_name = :sessions, clock_difference = :clockDifference, seen_time = %s
            where node_name = :name
            """.formatted(NOW);

    private static final String INSERT = "insert into server_node (" + COLUMNS + """
            ) values (:name, :url, :lockOwner, :version, :started, %s, :sessions, :clockDifference)
            """.formatted(NOW);

    private final JdbcClient jdbc;

    public NodeStore(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** Whoever had a node's name until now, if that was another start. */
    public Optional<Node> before(Node node) {
        return find(node.name()).filter(other -> !other.lockOwner().equals(node.lockOwner()));
    }

    /** A node lives; whether it is new. */
    public boolean seen(Node node) {
        Map<String, Object> values = Map.of(
                "name", node.name(),
                "url", node.url(),
                "lockOwner", node.lockOwner(),
                "version", node.version(),
                "started", node.started(),
                "sessions", node.sessions(),
                "clockDifference", node.clockDifference());
        boolean isNew = jdbc.sql(UPDATE).params(values).update() == 0;
        if (isNew) {
            jdbc.sql(INSERT).params(values).update();
        }
        return isNew;
    }

    /** A node goes. */
    public void gone(String name, String lockOwner) {
        jdbc.sql("delete from server_node where node_name = :name and lock_owner = :lockOwner")
                .param("name", name)
                .param("lockOwner", lockOwner)
                .update();
    }

    public List<Node> all() {
        return select("order by node_name").query(NodeStore::row).list();
    }

    /** Nodes that were not seen for some time. */
    public List<Node> silentFor(Duration limit) {
        return select("where seen_time < " + NOW + " - :limit order by node_name")
                .param("limit", limit.toMillis())
                .query(NodeStore::row)
                .list();
    }

    /** Forgets a node, unless it was seen meanwhile. */
    public void removeSilent(Node node) {
        jdbc.sql("delete from server_node where node_name = :name and lock_owner = :lockOwner and seen_time = :seen")
                .param("name", node.name())
                .param("lockOwner", node.lockOwner())
                .param("seen", node.seen())
                .update();
    }

    private Optional<Node> find(String name) {
        return select("where node_name = :name")
                .param("name", name)
                .query(NodeStore::row)
                .optional();
    }

    private StatementSpec select(String which) {
        return jdbc.sql("select " + COLUMNS + " from server_node " + which);
    }

    private static Node row(ResultSet row, int number) throws SQLException {
        return new Node(
                row.getString("node_name"),
                row.getString("url"),
                row.getString("lock_owner"),
                row.getString("version"),
                row.getLong("start_time"),
                row.getLong("seen_time"),
                row.getString("session_name"),
                row.getLong("clock_difference"));
    }
}
