package io.fateflow.engine.model;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.sql.Json;

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
        JsonNode common = conf(jobId).path("job_parameters").path("common");
        if (common.path("job_type").asText().equals("predict")) {
            return;
        }
        String modelId = common.path("model_id").asText();
        Collection<String> known = jdbc.queryForList(
                "select role || '#' || party_id from pipeline_model where model_version = ?", String.class, jobId);
        insert(parties.stream()
                .filter(party -> !known.contains(party.role() + '#' + party.partyId()))
                .map(party -> new Row(key(modelId, jobId, party), jobId, null, null))
                .toList());
    }

    private JsonNode conf(String jobId) {
        return Json.read(String.valueOf(
                jdbc.queryForObject("select runtime_conf from job_body where job_id = ?", String.class, jobId)));
    }

    private static PartyModel key(String modelId, String version, Party party) {
        return new PartyModel(modelId, version, party.role(), Long.toString(party.partyId()));
    }

    /**
     * Writes down a deployed version, with the component models that its DSL takes.
     *
     * @param parents the trained model at each party
     */
    public void deployed(
            List<PipelineModel> parents,
            String version,
            ObjectNode inferenceDsl,
            Collection<String> trainedComponents) {
        String dsl = Json.write(inferenceDsl);
        List<Row> rows = new ArrayList<>();
        for (PipelineModel parent : parents) {
            rows.add(new Row(
                    parent.key().withVersion(version),
                    parent.jobId(),
                    parent.key().version(),
                    dsl));
            components.copy(parent.key(), version, trainedComponents);
        }
        insert(rows);
    }

    private record Row(
            PartyModel key,
            String jobId,
            @Nullable String parentVersion,
            @Nullable String inferenceDsl) {}

    private void insert(List<Row> rows) {
        long now = clock.millis();
        jdbc.batchUpdate(
                "insert into pipeline_model (model_version, role, party_id, model_id, job_id, parent_version,"
                        + " inference_dsl, create_time, update_time) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows,
                100,
                (statement, row) -> {
                    statement.setString(1, row.key().version());
                    statement.setString(2, row.key().role());
                    statement.setString(3, row.key().partyId());
                    statement.setString(4, row.key().modelId());
                    statement.setString(5, row.jobId());
                    statement.setString(6, row.parentVersion());
                    statement.setString(7, row.inferenceDsl());
                    statement.setLong(8, now);
                    statement.setLong(9, now);
                });
    }

    /** A model at all parties of this site, in the global order of parties; empty if there is none of that version. */
    public List<PipelineModel> find(String modelId, String version) {
        return jdbc
                .query(
                        "select p.model_id, p.model_version, p.role, p.party_id, p.job_id, p.parent_version,"
                                + " p.inference_dsl, b.dsl, b.runtime_conf from pipeline_model p"
                                + " join job_body b on b.job_id = p.job_id where p.model_id = ?"
                                + " and p.model_version = ?",
                        PipelineModelStore::row,
                        modelId,
                        version)
                .stream()
                .sorted((a, b) -> a.party().compareTo(b.party()))
                .toList();
    }

    private static PipelineModel row(ResultSet row, int number) throws SQLException {
        return new PipelineModel(
                new PartyModel(row.getString(1), row.getString(2), row.getString(3), row.getString(4)),
                row.getString(5),
                Optional.ofNullable(row.getString(6)),
                (ObjectNode) Json.read(row.getString(8)),
                (ObjectNode) Json.read(row.getString(9)),
                Optional.ofNullable(row.getString(7)).map(dsl -> (ObjectNode) Json.read(dsl)));
    }
}
