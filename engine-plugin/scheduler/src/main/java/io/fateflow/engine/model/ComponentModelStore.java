package io.fateflow.engine.model;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobParameters;
import io.fateflow.engine.task.TaskKey;

/** The rows of {@code component_model}: of each version, one for each component, party and alias. */
public final class ComponentModelStore {

    private final JdbcTemplate jdbc;
    private final Clock clock;

    public ComponentModelStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /**
     * Writes what an attempt left under {@code models} of its {@code result.json}, in the caller's transaction. It belongs
     * to the version that is the job's id, in a predict job too (FATE: such models never change the trained ones), and
     * takes the place of what an earlier attempt left.
     */
    public void write(String jobId, String component, TaskKey key, JsonNode models) {
        if (models.isEmpty()) {
            return;
        }
        PartyModel owner = new PartyModel(modelId(jobId, key), jobId, key.role(), key.partyId());
        for (JsonNode model : models) {
            delete(owner, component, model.path("alias").asText());
            insert(owner, component, key, model);
        }
    }

    private String modelId(String jobId, TaskKey key) {
        String conf = jdbc.queryForObject(
                "select runtime_conf_on_party from job where job_id = ? and role = ? and party_id = ?",
                String.class,
                jobId,
                key.role(),
                key.partyId());
        return new JobConf(Json.read(String.valueOf(conf))).ofParty().modelId();
    }

    private void delete(PartyModel owner, String component, String alias) {
        jdbc.update(
                "delete from component_model where model_version = ? and role = ? and party_id = ?"
                        + " and component_name = ? and alias = ?",
                owner.version(),
                owner.role(),
                owner.partyId(),
                component,
                alias);
    }

    private void insert(PartyModel owner, String component, TaskKey key, JsonNode model) {
        ComponentModel written = new ComponentModel(
                component,
                model.path("alias").asText(),
                model.path("module").asText(),
                model.path("meta_name").asText(),
                orEmpty(model.path("meta")),
                model.path("param_name").asText(),
                orEmpty(model.path("param")));
        insert(owner, written, key.taskId(), key.version());
    }

    /** Puts models that came from elsewhere in the place of all that the owner has. */
    void replace(PartyModel owner, String jobId, Iterable<ComponentModel> models) {
        jdbc.update(
                "delete from component_model where model_version = ? and role = ? and party_id = ?",
                owner.version(),
                owner.role(),
                owner.partyId());
        models.forEach(model -> insert(owner, model, jobId + "_" + model.component(), 0));
    }

    private void insert(PartyModel owner, ComponentModel model, String taskId, int taskVersion) {
        jdbc.update(
                "insert into component_model (model_version, role, party_id, component_name, alias, model_id, module,"
                        + " meta_name, meta, param_name, param, task_id, task_version, create_time)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                owner.version(),
                owner.role(),
                owner.partyId(),
                model.component(),
                model.alias(),
                owner.modelId(),
                model.module(),
                model.metaName(),
                Json.write(model.meta()),
                model.paramName(),
                Json.write(model.param()),
                taskId,
                taskVersion,
                clock.millis());
    }

    private static JsonNode orEmpty(JsonNode node) {
        return node.isMissingNode() ? Json.object() : node;
    }

    /** The components that left a model at one party. */
    public List<String> components(PartyModel owner) {
        return jdbc.queryForList(
                "select distinct component_name from component_model where model_version = ? and role = ?"
                        + " and party_id = ? and model_id = ? order by component_name",
                String.class,
                owner.version(),
                owner.role(),
                owner.partyId(),
                owner.modelId());
    }

    /** Whether a party has a version at all, of any component. */
    public boolean isHere(PartyModel owner) {
        Integer models = jdbc.queryForObject(
                "select count(*) from component_model where model_version = ? and role = ? and party_id = ?"
                        + " and model_id = ?",
                Integer.class,
                owner.version(),
                owner.role(),
                owner.partyId(),
                owner.modelId());
        return models != null && models > 0;
    }

    /** The models of some components at one party, by component and alias; a component without any is left out. */
    public List<ComponentModel> find(PartyModel owner, Collection<String> components) {
        if (components.isEmpty()) {
            return List.of();
        }
        List<Object> values = new ArrayList<>(List.of(owner.version(), owner.role(), owner.partyId(), owner.modelId()));
        values.addAll(components);
        return jdbc.query(
                "select component_name, alias, module, meta_name, meta, param_name, param from component_model"
                        + " where model_version = ? and role = ? and party_id = ? and model_id = ?"
                        + " and component_name in (" + places(components)
                        + ") order by component_name, alias",
                ComponentModelStore::model,
                values.toArray());
    }

    /** Gives another version the models that some components made, at all parties. */
    void copy(String from, String to, Collection<String> names) {
        if (names.isEmpty()) {
            return;
        }
        List<Object> values = new ArrayList<>(List.of(to, from));
        values.addAll(names);
        jdbc.update(
                "insert into component_model (model_version, role, party_id, component_name, alias, model_id, module,"
                        + " meta_name, meta, param_name, param, task_id, task_version, create_time)"
                        + " select ?, role, party_id, component_name, alias, model_id, module, meta_name, meta,"
                        + " param_name, param, task_id, task_version, create_time from component_model"
                        + " where model_version = ? and component_name in (" + places(names) + ")",
                values.toArray());
    }

    private static String places(Collection<String> values) {
        return String.join(", ", Collections.nCopies(values.size(), "?"));
    }

    /**
     * The model that clients see as a component's output: of a predict job the trained one, if the component did not make
     * its own.
     *
     * @return the first alias's; empty if the component made none at this party
     */
    public Optional<ComponentModel> output(String jobId, String component, String role, String partyId) {
        List<JobParameters> conf = jdbc.query(
                "select runtime_conf_on_party from job where job_id = ? and role = ? and party_id = ?",
                (row, number) -> new JobConf(Json.read(row.getString(1))).ofParty(),
                jobId,
                role,
                partyId);
        return conf.stream()
                .flatMap(job -> Stream.of(jobId, job.modelVersion())
                        .map(version -> new PartyModel(job.modelId(), version, role, partyId)))
                .flatMap(owner -> find(owner, List.of(component)).stream())
                .findFirst();
    }

    private static ComponentModel model(ResultSet row, int number) throws SQLException {
        return new ComponentModel(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                Json.read(row.getString(5)),
                row.getString(6),
                Json.read(row.getString(7)));
    }
}
