package io.fateflow.engine.tracking;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.dsl.Party;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskSql;
import io.fateflow.engine.tracking.TrackingStore.TableRef;

/**
 * The rows of {@code component_cache}: which tables components have left for later runs to go on from. A party sees its own
 * only.
 */
public final class CacheStore {

    private static final String FIND = """
            select component_name, cache_name, table_name, table_namespace from component_cache
            where role = :role and party_id = :party and %s
            order by task_version desc
            limit 1
            """;

    private final JdbcClient jdbc;
    private final Clock clock;

    CacheStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    /** A cache, and the component that left it. */
    public record CacheRef(String component, String name, TableRef table) {}

    /** Writes what an attempt left under {@code caches} of its {@code result.json}, in the caller's transaction. */
    void write(String jobId, String component, TaskKey key, JsonNode caches) {
        for (JsonNode cache : caches) {
            jdbc.sql("""
                    insert into component_cache (job_id, component_name, task_id, task_version, role, party_id, cache_name,
                        cache_key, table_name, table_namespace, create_time)
                    values (:job, :component, :task, :version, :role, :party, :name, :key, :table, :namespace, :now)
                    """)
                    .param("job", jobId)
                    .param("component", component)
                    .params(TaskSql.at(key))
                    .param("name", cache.path("cache_name").asText())
                    .param("key", UUID.randomUUID().toString().replace("-", ""))
                    .param("table", cache.path("table_name").asText())
                    .param("namespace", cache.path("table_namespace").asText())
                    .param("now", clock.millis())
                    .update();
        }
    }

    /** What a component left under a name, by its last attempt that left one. */
    public Optional<CacheRef> output(String taskId, String name, Party party) {
        return find("task_id = :task and cache_name = :name", Map.of("task", taskId, "name", name), party);
    }

    /** What a component left, under whatever name. */
    public Optional<CacheRef> output(String taskId, Party party) {
        return find("task_id = :task", Map.of("task", taskId), party);
    }

    /** By FATE's {@code cache_key}. */
    public Optional<CacheRef> byKey(String cacheKey, Party party) {
        return find("cache_key = :key", Map.of("key", cacheKey), party);
    }

    /** The tables of all caches that somebody may still ask for. */
    public List<TableRef> tables() {
        return jdbc.sql("select distinct table_name, table_namespace from component_cache")
                .query((row, number) -> new TableRef(row.getString("table_name"), row.getString("table_namespace")))
                .list();
    }

    private Optional<CacheRef> find(String what, Map<String, String> named, Party party) {
        return jdbc.sql(FIND.formatted(what))
                .param("role", party.role())
                .param("party", party.idText())
                .params(named)
                .query((row, number) -> new CacheRef(
                        row.getString("component_name"),
                        row.getString("cache_name"),
                        new TableRef(row.getString("table_name"), row.getString("table_namespace"))))
                .optional();
    }
}
