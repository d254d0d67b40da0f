package io.fateflow.engine.node;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import static io.fateflow.engine.node.DatabaseTime.NOW;

/** The rows of {@code worker}: which workers this site has, and when they were last heard of. */
public final class WorkerStore {

    /** What {@link #row} reads. */
    private static final String COLUMNS =
            "worker_id, host, mode, places, running, trouble, drain, seen_time, lock_owner, resources, providers";

    private static final String UPDATE = """
            update worker
            set host = :host, mode = :mode, places = :places, running = :running, trouble = :trouble,
                lock_owner = :lockOwner, node_name = :name, resources = :resources,
                providers = :providers, seen_time = %s
            where worker_id = :id
            """.formatted(NOW);

    private static final String INSERT = """
            insert into worker (worker_id, host, mode, places, running, trouble, drain, seen_time, lock_owner, node_name,
                resources, providers)
            values (:id, :host, :mode, :places, :running, :trouble, false, %s, :lockOwner, :name,
                :resources, :providers)
            """.formatted(NOW);

    private static final String TAKING_TASKS = """
            select distinct node_name from worker
            where mode = 'active' and drain = false and trouble = '' and seen_time >= %s - cast(:silence as bigint)
            """.formatted(NOW);

    private static final String FORGET_SILENT = """
            delete from worker
            where seen_time < %s - :silence
                and not exists (select 1 from act_ru_ext_task e where e.worker_id_ = worker.worker_id)
            """.formatted(NOW);

    private static final String LOST = """
            select distinct e.worker_id_
            from act_ru_ext_task e left join worker w on w.worker_id = e.worker_id_
            where e.worker_id_ is not null and e.topic_name_ like 'fate-executor%%'
                and (w.worker_id is null or w.seen_time < %1$s
                    - case when w.mode = 'away' then cast(:absence as bigint) else cast(:silence as bigint) end)
                and not exists (
                    select 1 from server_node n
                    where w.mode <> 'away' and w.lock_owner <> '' and n.lock_owner = w.lock_owner
                        and n.seen_time >= %1$s - cast(:server as bigint))
            """.formatted(NOW);

    private final JdbcClient jdbc;

    public WorkerStore(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /**
     * A worker has said how it is.
     *
     * @return whether it is to take no more tasks
     */
    public boolean seen(SiteWorker worker) {
        if (jdbc.sql(UPDATE).params(values(worker)).update() > 0) {
            return drains(worker.id()).orElse(false);
        }
        jdbc.sql(INSERT).params(values(worker)).update();
        return false;
    }

    private static Map<String, @Nullable Object> values(SiteWorker worker) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", worker.id());
        values.put("host", worker.host());
        values.put("mode", worker.mode());
        values.put("places", worker.places());
        values.put("running", worker.running());
        values.put("trouble", worker.trouble());
        values.put("lockOwner", worker.lockOwner());
        values.put("name", worker.name());
        values.put("resources", worker.resources());
        values.put("providers", worker.providers());
        return values;
    }

    /** A worker has ended, and left nothing. */
    public void gone(String id) {
        jdbc.sql("delete from worker where worker_id = :id").param("id", id).update();
    }

    /** Whether a worker is to take no more tasks; empty if it is not known: it has never said how it is, or is gone. */
    public Optional<Boolean> drains(String id) {
        return jdbc.sql("select drain from worker where worker_id = :id")
                .param("id", id)
                .query(Boolean.class)
                .optional();
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
        ids.forEach(id -> jdbc.sql("update worker set drain = :drain where worker_id = :id")
                .param("drain", drain)
                .param("id", id)
                .update());
        return ids.size();
    }

    public List<SiteWorker> all() {
        return jdbc.sql("select " + COLUMNS + " from worker order by worker_id")
                .query(WorkerStore::row)
                .list();
    }

    private static SiteWorker row(ResultSet row, int number) throws SQLException {
        return new SiteWorker(
                row.getString("worker_id"),
                row.getString("host"),
                row.getString("mode"),
                row.getInt("places"),
                row.getInt("running"),
                row.getString("trouble"),
                row.getBoolean("drain"),
                row.getLong("seen_time"),
                row.getString("lock_owner"),
                row.getString("resources"),
                row.getString("providers"));
    }

    /** What workers say that their machines have, as JSON, by their names: of several starts of one, the last one's word. */
    public Map<String, String> announced() {
        Map<String, String> announced = new HashMap<>();
        jdbc.sql("select node_name, resources from worker where resources is not null order by seen_time")
                .query(row -> {
                    announced.put(row.getString("node_name"), row.getString("resources"));
                });
        return announced;
    }

    /**
     * Names of workers that take tasks now.
     *
     * @param silence after which a worker is not counted on
     */
    public Set<String> takingTasks(Duration silence) {
        return jdbc.sql(TAKING_TASKS)
                .param("silence", silence.toMillis())
                .query(String.class)
                .set();
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
        return jdbc.sql(LOST)
                .param("absence", absence.toMillis())
                .param("silence", silence.toMillis())
                .param("server", server.toMillis())
                .query(String.class)
                .list();
    }

    /** Forgets workers that hold nothing and were not heard of for too long. */
    public void forgetSilent(Duration silence) {
        jdbc.sql(FORGET_SILENT).param("silence", silence.toMillis()).update();
    }
}
