package io.fateflow.engine.model;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.Json;
import io.fateflow.engine.task.TaskKey;

/**
 * The rows of {@code component_checkpoint}: of each trained version, one for each component, party and step. Only those of a
 * task's last attempt are seen.
 */
public final class CheckpointStore {

    private static final String OF_OWNER = "model_version = :version and role = :role and party_id = :party";

    private static final String COLUMNS =
            "component_name, alias, step_index, step_name, module, meta_name, meta, param_name, param, create_time";

    private static final String INSERT = "insert into component_checkpoint (" + COLUMNS + """
            , model_version, role, party_id, model_id, task_id, task_version)
            values (:component, :alias, :step, :stepName, :module, :metaName, :meta, :paramName, :param, :time,
                :version, :role, :party, :model, :task, :taskVersion)
            """;

    private static final String OF_LAST_ATTEMPT = """
             and not exists (
                select 1 from task t
                where t.task_id = c.task_id and t.role = c.role and t.party_id = c.party_id
                    and t.task_version > c.task_version)
            """;

    private static final String OF_COMPONENT = """
            from component_checkpoint c
            where %s and model_id = :model and component_name = :component
            """.formatted(OF_OWNER) + OF_LAST_ATTEMPT;

    /** Steps that each party has whose component has a model. */
    private static final String COMMON = """
            select step_index, step_name
            from component_checkpoint c
            where model_version = :version and component_name = :component
                and exists (
                    select 1 from component_model m
                    where m.model_version = c.model_version and m.component_name = c.component_name
                        and m.role = c.role and m.party_id = c.party_id and m.alias = c.alias)
            """ + OF_LAST_ATTEMPT + """
            group by step_index, step_name
            having count(*) = (
                select count(*) from (
                    select distinct role, party_id from component_model
                    where model_version = :version and component_name = :component) p)
            order by step_index
            """;

    private static final String OF_MODEL = """
            from component_checkpoint c
            where c.model_version = :from and c.component_name = component_model.component_name
                and c.role = component_model.role and c.party_id = component_model.party_id
                and c.alias = component_model.alias and c.step_index = :step
            """;

    private static final String REPLACE = """
            update component_model
            set (module, meta_name, meta, param_name, param) = (
                select c.module, c.meta_name, c.meta, c.param_name, c.param
                %1$s)
            where model_version = :to and component_name = :component and exists (select 1 %1$s)
            """.formatted(OF_MODEL);

    private final JdbcClient jdbc;
    private final ComponentModelStore models;

    public CheckpointStore(JdbcTemplate jdbc, ComponentModelStore models) {
        this.jdbc = JdbcClient.create(jdbc);
        this.models = models;
    }

    /**
     * Writes what an attempt left under {@code checkpoints} of its {@code result.json}, in the caller's transaction, in place
     * of what an earlier attempt left.
     */
    public void write(String jobId, String component, TaskKey key, JsonNode checkpoints) {
        if (checkpoints.isEmpty() && key.version() == 0) {
            return;
        }
        PartyModel owner = models.owner(jobId, key);
        of(owner, "delete from component_checkpoint where " + OF_OWNER + " and component_name = :component")
                .param("component", component)
                .update();
        for (JsonNode each : checkpoints) {
            insert(owner, component, key, each);
        }
    }

    private void insert(PartyModel owner, String component, TaskKey key, JsonNode checkpoint) {
        of(owner, INSERT)
                .param("model", owner.modelId())
                .param("component", component)
                .param("alias", checkpoint.path("alias").asText())
                .param("step", checkpoint.path("step_index").asInt())
                .param("stepName", checkpoint.path("step_name").asText())
                .param("module", checkpoint.path("module").asText())
                .param("metaName", checkpoint.path("meta_name").asText())
                .param("meta", checkpoint.path("meta").asText())
                .param("paramName", checkpoint.path("param_name").asText())
                .param("param", checkpoint.path("param").asText())
                .param("time", checkpoint.path("create_time").asLong())
                .param("task", key.taskId())
                .param("taskVersion", key.version())
                .update();
    }

    private StatementSpec of(PartyModel owner, String sql) {
        return jdbc.sql(sql)
                .param("version", owner.version())
                .param("role", owner.role())
                .param("party", owner.partyId());
    }

    /** Gives those of one component at one party to somebody, by step, one after the other: together they may be large. */
    public void each(PartyModel owner, String component, Consumer<ComponentCheckpoint> taker) {
        ofComponent(owner, component, "select " + COLUMNS + " " + OF_COMPONENT + " order by step_index")
                .query(row -> {
                    taker.accept(row(row, 0));
                });
    }

    /** The last one that a step names. */
    public Optional<ComponentCheckpoint> find(PartyModel owner, String component, CheckpointStep step) {
        return last(ofComponent(owner, component, "select step_index, step_name " + OF_COMPONENT + " order by 1"), step)
                .flatMap(found -> ofComponent(
                                owner, component, "select " + COLUMNS + " " + OF_COMPONENT + " and step_index = :step")
                        .param("step", found)
                        .query(CheckpointStore::row)
                        .optional());
    }

    private StatementSpec ofComponent(PartyModel owner, String component, String sql) {
        return of(owner, sql).param("model", owner.modelId()).param("component", component);
    }

    /** A step's number and name. */
    private record Step(int index, String name) {}

    private static Optional<Integer> last(StatementSpec steps, CheckpointStep wanted) {
        return steps(steps).stream()
                .filter(step -> wanted.names(step.index(), step.name()))
                .reduce((earlier, later) -> later)
                .map(Step::index);
    }

    private static List<Step> steps(StatementSpec statement) {
        return statement
                .query((row, number) -> new Step(row.getInt("step_index"), row.getString("step_name")))
                .list();
    }

    /**
     * The step of a component that all parties of this site have that have a model of it.
     *
     * @return empty if no party of this site has a model of it, as of an arbiter's site: there is nothing to replace
     * @throws IllegalArgumentException if there is no such step, with those that there are
     */
    public Optional<Integer> common(String version, String component, CheckpointStep wanted) {
        if (jdbc.sql("select alias from component_model where model_version = :version and component_name = :component")
                .param("version", version)
                .param("component", component)
                .query(String.class)
                .list()
                .isEmpty()) {
            return Optional.empty();
        }
        StatementSpec common = jdbc.sql(COMMON).param("version", version).param("component", component);
        return Optional.of(last(common, wanted)
                .orElseThrow(() -> new IllegalArgumentException("FFB-5301 components_checkpoint: " + component
                        + " has no checkpoint of " + wanted + "; " + there(steps(common)))));
    }

    private static String there(List<Step> steps) {
        return steps.isEmpty()
                ? "it has none at all: train it with ModelCheckpoint among the callbacks"
                : "there are those of step_index "
                        + String.join(
                                ", ",
                                steps.stream()
                                        .map(step -> Integer.toString(step.index()))
                                        .toList());
    }

    /** Puts a component's checkpoint in the place of its model in a deployed version, at all parties. */
    public void deploy(String from, String to, String component, int step) {
        jdbc.sql(REPLACE)
                .param("from", from)
                .param("to", to)
                .param("component", component)
                .param("step", step)
                .update();
    }

    /** Forgets all that an owner has. */
    void forget(PartyModel owner) {
        of(owner, "delete from component_checkpoint where " + OF_OWNER).update();
    }

    private static ComponentCheckpoint row(ResultSet row, int number) throws SQLException {
        return new ComponentCheckpoint(
                row.getInt("step_index"),
                row.getString("step_name"),
                Instant.ofEpochMilli(row.getLong("create_time")),
                new ComponentModel(
                        row.getString("component_name"),
                        row.getString("alias"),
                        row.getString("module"),
                        row.getString("meta_name"),
                        Json.read(row.getString("meta")),
                        row.getString("param_name"),
                        Json.read(row.getString("param"))));
    }
}
