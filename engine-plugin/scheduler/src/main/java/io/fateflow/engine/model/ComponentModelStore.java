package io.fateflow.engine.model;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.Json;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobParameters;
import io.fateflow.engine.task.TaskKey;

/** The rows of {@code component_model}: of each version, one for each component, party and alias. */
public final class ComponentModelStore {

    private static final String OF_OWNER = "model_version = :version and role = :role and party_id = :party";
    private static final String OF_MODEL = OF_OWNER + " and model_id = :model";

    /** What {@link #row} reads. */
    private static final String COLUMNS = "component_name, alias, module, meta_name, meta, param_name, param";

    /** A row without its version. */
    private static final String REST = COLUMNS + ", role, party_id, model_id, task_id, task_version, create_time";

    private static final String INSERT = "insert into component_model (model_version, " + REST + """
            ) values (:version, :component, :alias, :module, :metaName, :meta, :paramName, :param, :role, :party, :model,
                :task, :taskVersion, :now)
            """;

    private static final String COPY = """
            insert into component_model (model_version, %1$s)
            select :to, %1$s
            from component_model
            where model_version = :from and component_name in (:components)
            """.formatted(REST);

    private static final String DELETE = """
            delete from component_model
            where %s and component_name = :component and alias = :alias
            """.formatted(OF_OWNER);

    private static final String COMPONENTS = """
            select distinct component_name
            from component_model
            where %s
            order by component_name
            """.formatted(OF_MODEL);

    private static final String FIND = """
            select %s
            from component_model
            where %s and component_name in (:components)
            order by component_name, alias
            """.formatted(COLUMNS, OF_MODEL);

    private static final String CONF =
            "select runtime_conf_on_party from job where job_id = :job and role = :role and party_id = :party";

    private final JdbcClient jdbc;
    private final Clock clock;

    public ComponentModelStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
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
        PartyModel owner = owner(jobId, key);
        for (JsonNode model : models) {
            delete(owner, component, model.path("alias").asText());
            insert(owner, component, key, model);
        }
    }

    /** Whose part of the job's own version a task makes. */
    PartyModel owner(String jobId, TaskKey key) {
        return new PartyModel(modelId(jobId, key), jobId, key.role(), key.partyId());
    }

    private String modelId(String jobId, TaskKey key) {
        return conf(jobId, key.role(), key.partyId())
                .orElseThrow(() -> new IllegalStateException("no job " + jobId))
                .modelId();
    }

    private Optional<JobParameters> conf(String jobId, String role, String partyId) {
        return jdbc.sql(CONF)
                .param("job", jobId)
                .param("role", role)
                .param("party", partyId)
                .query(String.class)
                .optional()
                .map(conf -> new JobConf(Json.read(conf)).ofParty());
    }

    /** A statement about the models of an owner. */
    private StatementSpec of(PartyModel owner, String sql) {
        return jdbc.sql(sql)
                .param("version", owner.version())
                .param("role", owner.role())
                .param("party", owner.partyId())
                .param("model", owner.modelId());
    }

    private void delete(PartyModel owner, String component, String alias) {
        of(owner, DELETE).param("component", component).param("alias", alias).update();
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
    public void replace(PartyModel owner, String jobId, Iterable<ComponentModel> models) {
        of(owner, "delete from component_model where " + OF_OWNER).update();
        models.forEach(model -> insert(owner, model, jobId + "_" + model.component(), 0));
    }

    private void insert(PartyModel owner, ComponentModel model, String taskId, int taskVersion) {
        of(owner, INSERT)
                .param("component", model.component())
                .param("alias", model.alias())
                .param("module", model.module())
                .param("metaName", model.metaName())
                .param("meta", Json.write(model.meta()))
                .param("paramName", model.paramName())
                .param("param", Json.write(model.param()))
                .param("task", taskId)
                .param("taskVersion", taskVersion)
                .param("now", clock.millis())
                .update();
    }

    private static JsonNode orEmpty(JsonNode node) {
        return node.isMissingNode() ? Json.object() : node;
    }

    /** The components that left a model at one party. */
    public List<String> components(PartyModel owner) {
        return of(owner, COMPONENTS).query(String.class).list();
    }

    /** Whether a party has a version at all, of any component. */
    public boolean isHere(PartyModel owner) {
        return of(owner, "select alias from component_model where " + OF_MODEL + " limit 1")
                .query(String.class)
                .optional()
                .isPresent();
    }

    /** The models of some components at one party, by component and alias; a component without any is left out. */
    public List<ComponentModel> find(PartyModel owner, Collection<String> components) {
        if (components.isEmpty()) {
            return List.of();
        }
        return of(owner, FIND)
                .param("components", components)
                .query(ComponentModelStore::row)
                .list();
    }

    /** Gives another version the models that some components made, at all parties. */
    void copy(String from, String to, Collection<String> names) {
        if (names.isEmpty()) {
            return;
        }
        jdbc.sql(COPY)
                .param("to", to)
                .param("from", from)
                .param("components", names)
                .update();
    }

    /**
     * The model that clients see as a component's output: of a predict job the trained one, if the component did not make
     * its own.
     *
     * @return the first alias's; empty if the component made none at this party
     */
    public Optional<ComponentModel> output(String jobId, String component, String role, String partyId) {
        return conf(jobId, role, partyId).stream()
                .flatMap(job -> Stream.of(jobId, job.modelVersion())
                        .map(version -> new PartyModel(job.modelId(), version, role, partyId)))
                .flatMap(owner -> find(owner, List.of(component)).stream())
                .findFirst();
    }

    private static ComponentModel row(ResultSet row, int number) throws SQLException {
        return new ComponentModel(
                row.getString("component_name"),
                row.getString("alias"),
                row.getString("module"),
                row.getString("meta_name"),
                Json.read(row.getString("meta")),
                row.getString("param_name"),
                Json.read(row.getString("param")));
    }
}
