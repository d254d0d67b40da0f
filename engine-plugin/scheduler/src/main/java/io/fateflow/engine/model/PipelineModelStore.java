package io.fateflow.engine.model;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobParameters;
import io.fateflow.dsl.Party;

/** The rows of {@code pipeline_model}. */
public final class PipelineModelStore {

    private final JdbcTemplate jdbc;
    private final ComponentModelStore components;
    private final Clock clock;

    public PipelineModelStore(JdbcTemplate jdbc, ComponentModelStore components, Clock clock) {
        this.jdbc = jdbc;
        this.components = components;
        this.clock = clock;
    }

    /** Writes down that a job has trained a model, at these parties; a second time, and of a predict job, nothing. */
    public void trained(String jobId, List<Party> parties) {
        JobParameters common = new JobConf(conf(jobId)).common();
        if (common.predicts()) {
            return;
        }
        List<Party> missing = new ArrayList<>(parties);
        missing.removeAll(parties(jobId));
        insert(new Row(common.modelId(), jobId, jobId, null, null), missing);
    }

    private JsonNode conf(String jobId) {
        return Json.read(String.valueOf(
                jdbc.queryForObject("select runtime_conf from job_body where job_id = ?", String.class, jobId)));
    }

    /** Writes down a deployed version of a trained model, with the component models that its DSL takes; once. */
    public void deployed(
            PipelineModel parent, String version, ObjectNode inferenceDsl, Collection<String> trainedComponents) {
        if (find(parent.modelId(), version).isPresent()) {
            return;
        }
        components.copy(parent.version(), version, trainedComponents);
        insert(
                new Row(parent.modelId(), version, parent.jobId(), parent.version(), Json.write(inferenceDsl)),
                parent.parties());
    }

    /**
     * Writes down a part that came from elsewhere, in place of what this site has of it; in the caller's transaction.
     *
     * @param parentVersion of a deployed version
     * @param inferenceDsl of a deployed version
     * @return the job's id in place of the training's: that of the version's other parts, if there are any
     */
    String imported(PartyModel owner, String newJobId, @Nullable String parentVersion, @Nullable String inferenceDsl) {
        String jobId = jdbc
                .queryForList(
                        "select job_id from pipeline_model where model_version = ?", String.class, owner.version())
                .stream()
                .findFirst()
                .orElse(newJobId);
        jdbc.update(
                "delete from pipeline_model where model_version = ? and role = ? and party_id = ?",
                owner.version(),
                owner.role(),
                owner.partyId());
        insert(
                new Row(owner.modelId(), owner.version(), jobId, parentVersion, inferenceDsl),
                List.of(Party.of(owner.role(), owner.partyId())));
        return jobId;
    }

    /** The model id of each part of a version that this site has. */
    Optional<String> modelId(String version) {
        return jdbc
                .queryForList("select model_id from pipeline_model where model_version = ?", String.class, version)
                .stream()
                .findFirst();
    }

    private record Row(
            String modelId,
            String version,
            String jobId,
            @Nullable String parentVersion,
            @Nullable String inferenceDsl) {}

    private void insert(Row row, List<Party> parties) {
        long now = clock.millis();
        jdbc.batchUpdate(
                "insert into pipeline_model (model_version, role, party_id, model_id, job_id, parent_version,"
                        + " inference_dsl, create_time, update_time) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                parties,
                100,
                (statement, party) -> {
                    statement.setString(1, row.version());
                    statement.setString(2, party.role());
                    statement.setString(3, party.idText());
                    statement.setString(4, row.modelId());
                    statement.setString(5, row.jobId());
                    statement.setString(6, row.parentVersion());
                    statement.setString(7, row.inferenceDsl());
                    statement.setLong(8, now);
                    statement.setLong(9, now);
                });
    }

    /** Whether a party has a version here. */
    boolean isPartHere(PartyModel owner) {
        return parties(owner.version()).contains(Party.of(owner.role(), owner.partyId()));
    }

    /** A model that this site has a part of. */
    public Optional<PipelineModel> find(String modelId, String version) {
        List<Party> parties = parties(version);
        return jdbc
                .query(
                        "select p.job_id, coalesce(i.dsl, b.dsl), coalesce(i.runtime_conf, b.runtime_conf),"
                                + " p.inference_dsl from pipeline_model p left join job_body b on b.job_id = p.job_id"
                                + " left join imported_model i on i.job_id = p.job_id and i.role = p.role"
                                + " and i.party_id = p.party_id where p.model_id = ? and p.model_version = ?"
                                + " and coalesce(i.dsl, b.dsl) is not null order by p.role, p.party_id limit 1",
                        (row, number) -> new PipelineModel(
                                modelId,
                                version,
                                row.getString(1),
                                (ObjectNode) Json.read(row.getString(2)),
                                (ObjectNode) Json.read(row.getString(3)),
                                Optional.ofNullable(row.getString(4)).map(dsl -> (ObjectNode) Json.read(dsl)),
                                parties),
                        modelId,
                        version)
                .stream()
                .findFirst();
    }

    private List<Party> parties(String version) {
        return jdbc
                .query(
                        "select role, party_id from pipeline_model where model_version = ?",
                        (row, number) -> Party.of(row.getString(1), row.getString(2)),
                        version)
                .stream()
                .sorted()
                .toList();
    }
}
