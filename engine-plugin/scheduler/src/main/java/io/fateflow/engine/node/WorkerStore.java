package io.fateflow.engine.node;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.springframework.jdbc.core.JdbcTemplate;

import static io.fateflow.engine.node.DatabaseTime.NOW;

/** The rows of {@code worker}: which workers this site has, and when they were last heard of. */
public final class WorkerStore {

    private final JdbcTemplate jdbc;

    public WorkerStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A worker has said how it is.
     *
     * @return whether it is to take no more tasks
     */
    public boolean seen(SiteWorker worker) {
        int changed = jdbc.update(
                "update worker set host = ?, mode = ?, places = ?, running = ?, trouble = ?, lock_owner = ?,"
                        + " node_name = ?, resources = ?, seen_time = " + NOW + " where worker_id = ?",
                worker.host(),
                worker.mode(),
                worker.places(),
                worker.running(),
                worker.trouble(),
                worker.lockOwner(),
                worker.name(),
                worker.resources(),
                worker.id());
        if (changed == 0) {
            jdbc.update(
                    "insert into worker (worker_id, host, mode, places, running, trouble, drain, seen_time,"
                            + " lock_owner, node_name, resources) values (?, ?, ?, ?, ?, ?, false, " + NOW
                            + ", ?, ?, ?)",
                    worker.id(),
                    worker.host(),
                    worker.mode(),
                    worker.places(),
                    worker.running(),
                    worker.trouble(),
                    worker.lockOwner(),
                    worker.name(),
                    worker.resources());
            return false;
        }
        return drains(worker.id());
    }

    /** A worker has ended, and left nothing. */
    public void gone(String id) {
        jdbc.update("delete from worker where worker_id = ?", id);
    }

    /** Whether a worker is to take no more tasks; not one that is not known. */
    public boolean drains(String id) {
        return jdbc.queryForList("select drain from worker where worker_id = ?", Boolean.class, id)
                .contains(true);
    }

    /**
     * Tells all starts of a worker that run now to take no more tasks, or to take them again.
     *
     * @return how many there are
     */
    public int drain(String name, boolean drain) {
        List<String> ids = all().stream()
                .map(SiteWorker::id)
                .filter(id -> SiteWorker.nameOf(id).equals(name))
                .toList();
        ids.forEach(id -> jdbc.update("update worker set drain = ? where worker_id = ?", drain, id));
        return ids.size();
    }

    public List<SiteWorker> all() {
        return jdbc.query(
                "select worker_id, host, mode, places, running, trouble, drain, seen_time, lock_owner,"
                        + " resources from worker"
                        + " order by worker_id",
                (row, number) -> new SiteWorker(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getInt(4),
                        row.getInt(5),
                        row.getString(6),
                        row.getBoolean(7),
                        row.getLong(8),
                        row.getString(9),
                        row.getString(10)));
    }

    /** What workers say that their machines have, as JSON, by their names: of several starts of one, the last one's word. */
    public Map<String, String> announced() {
        Map<String, String> announced = new HashMap<>();
        jdbc.query("select node_name, resources from worker where resources is not null order by seen_time", row -> {
            announced.put(row.getString(1), row.getString(2));
        });
        return announced;
    }

    /**
     * Names of workers that take tasks now.
     *
     * @param silence after which a worker is not counted on
     */
    public Set<String> takingTasks(Duration silence) {
        return new HashSet<>(jdbc.queryForList(
                "select distinct node_name from worker where mode = 'active' and drain = false and trouble = ''"
                        + " and seen_time >= " + NOW + " - cast(? as bigint)",
                String.class,
                silence.toMillis()));
    }

    /**
     * Workers that hold tasks, and were not heard of for too long, or never. One in the process of a server that lives is
     * never among them, however busy both are.
     *
     * @param silence of a worker that has not said that it goes
     * @param absence of one that has
     * @param server after which a server is dead
     */
    public List<String> lost(Duration silence, Duration absence, Duration server) {
        return jdbc.queryForList(
                "select distinct e.worker_id_ from act_ru_ext_task e left join worker w on w.worker_id = e.worker_id_"
                        + " where e.worker_id_ is not null and (w.worker_id is null or w.seen_time < " + NOW
                        + " - case when w.mode = 'away' then cast(? as bigint) else cast(? as bigint) end)"
                        + " and not exists (select 1 from server_node n where w.mode <> 'away' and w.lock_owner <> ''"
                        + " and n.lock_owner = w.lock_owner and n.seen_time >= " + NOW + " - cast(? as bigint))",
                String.class,
                absence.toMillis(),
                silence.toMillis(),
                server.toMillis());
    }

    /** Forgets workers that hold nothing and were not heard of for too long. */
    public void forgetSilent(Duration silence) {
        jdbc.update(
                "delete from worker where seen_time < " + NOW + " - ? and not exists"
                        + " (select 1 from act_ru_ext_task e where e.worker_id_ = worker.worker_id)",
                silence.toMillis());
    }
}
