package io.fateflow.engine.model;

import java.time.Clock;
import java.util.Optional;

import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;

/** The rows of {@code imported_model}: what such a model has in place of its training's job. */
public final class ImportedModelStore {

    private final JdbcTemplate jdbc;
    private final PipelineModelStore pipelines;
    private final ComponentModelStore components;
    private final Clock clock;

    public ImportedModelStore(
            JdbcTemplate jdbc, PipelineModelStore pipelines, ComponentModelStore components, Clock clock) {
        this.jdbc = jdbc;
        this.pipelines = pipelines;
        this.components = components;
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
        return new ModelImport.Done(jobId);
    }

    private void insert(ImportedModel model, String jobId) {
        PartyModel owner = model.owner();
        jdbc.update(
                "delete from imported_model where job_id = ? and role = ? and party_id = ?",
                jobId,
                owner.role(),
                owner.partyId());
        jdbc.update(
                "insert into imported_model (job_id, role, party_id, initiator_role, initiator_party_id, roles, dsl,"
                        + " runtime_conf, runtime_conf_on_party, run_parameters, archive_sha256, create_time)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                jobId,
                owner.role(),
                owner.partyId(),
                model.initiator().path("role").asText(),
                model.initiator().path("party_id").asText(),
                Json.write(model.roles()),
                Json.write(model.trainDsl()),
                Json.write(model.trainConf()),
                Json.write(model.confOnParty()),
                Json.write(model.runParameters()),
                model.sha256(),
                clock.millis());
    }
}
