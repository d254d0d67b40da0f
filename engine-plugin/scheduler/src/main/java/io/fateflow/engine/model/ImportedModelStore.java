package io.fateflow.engine.model;

import java.time.Clock;
import java.util.Optional;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.Json;

/** The rows of {@code imported_model}: what such a model has in place of its training's job. */
public final class ImportedModelStore {

    private final JdbcClient jdbc;
    private final PipelineModelStore pipelines;
    private final ComponentModelStore components;
    private final CheckpointStore checkpoints;
    private final Clock clock;

    public ImportedModelStore(
            JdbcTemplate jdbc,
            PipelineModelStore pipelines,
            ComponentModelStore components,
            CheckpointStore checkpoints,
            Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.pipelines = pipelines;
        this.components = components;
        this.checkpoints = checkpoints;
        this.clock = clock;
    }

    /**
     * Writes a part with all that its components learned, in place of what is here; in the caller's transaction.
     *
     * @param learned read once, one after the other: none is kept in memory
     * @param replace whether a part that is here already gives way
     * @param newJobId for a version that has no part here
     */
    public ModelImport write(ImportedModel model, Iterable<ComponentModel> learned, boolean replace, String newJobId) {
        PartyModel owner = model.owner();
        Optional<String> here = pipelines.modelId(owner.version());
        if (here.isPresent() && !here.get().equals(owner.modelId())) {
            return new ModelImport.OfAnotherModel(here.get());
        }
        if (!replace && pipelines.isPartHere(owner)) {
            return new ModelImport.Exists();
        }
        String jobId = pipelines.imported(
                owner,
                newJobId,
                model.deployed().map(ImportedModel.DeployedFrom::parentVersion).orElse(null),
                model.deployed()
                        .map(ImportedModel.DeployedFrom::inferenceDsl)
                        .map(Json::write)
                        .orElse(null));
        insert(model, jobId);
        components.replace(owner, jobId, learned);
        checkpoints.forget(owner);
        return new ModelImport.Done(jobId);
    }

    private void insert(ImportedModel model, String jobId) {
        PartyModel owner = model.owner();
        of(owner, jobId, "delete from imported_model where job_id = :job and role = :role and party_id = :party")
                .update();
        of(owner, jobId, """
                insert into imported_model (job_id, role, party_id, initiator_role, initiator_party_id, roles, dsl,
                    runtime_conf, runtime_conf_on_party, run_parameters, archive_sha256, create_time)
                values (:job, :role, :party, :initiatorRole, :initiatorParty, :roles, :dsl,
                    :conf, :confOnParty, :runParameters, :sha256, :now)
                """)
                .param("initiatorRole", model.initiator().path("role").asText())
                .param("initiatorParty", model.initiator().path("party_id").asText())
                .param("roles", Json.write(model.roles()))
                .param("dsl", Json.write(model.trainDsl()))
                .param("conf", Json.write(model.trainConf()))
                .param("confOnParty", Json.write(model.confOnParty()))
                .param("runParameters", Json.write(model.runParameters()))
                .param("sha256", model.sha256())
                .param("now", clock.millis())
                .update();
    }

    private StatementSpec of(PartyModel owner, String jobId, String sql) {
        return jdbc.sql(sql).param("job", jobId).param("role", owner.role()).param("party", owner.partyId());
    }
}
