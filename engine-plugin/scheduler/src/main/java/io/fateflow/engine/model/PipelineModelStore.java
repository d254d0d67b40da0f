package io.fateflow.engine.model;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobParameters;
import io.fateflow.dsl.Party;

/** The rows of {@code pipeline_model}. */
public final class PipelineModelStore {

    private static final String FIND = """
            select p.job_id, p.inference_dsl, coalesce(i.dsl, b.dsl) as dsl,
                coalesce(i.runtime_conf, b.runtime_conf) as runtime_conf
            from pipeline_model p
                left join job_body b on b.job_id = p.job_id
                left join imported_model i on i.job_id = p.job_id and i.role = p.role and i.party_id = p.party_id
            where p.model_id = :model and p.model_version = :version and coalesce(i.dsl, b.dsl) is not null
            order by p.role, p.party_id
            limit 1
            """;

    private final NamedParameterJdbcTemplate batches;
    private final JdbcClient jdbc;
    private final ComponentModelStore components;
    private final Clock clock;

    public PipelineModelStore(JdbcTemplate jdbc, ComponentModelStore components, Clock clock) {
        this.batches = new NamedParameterJdbcTemplate(jdbc);
        this.jdbc = JdbcClient.create(batches);
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
        return Json.read(jdbc.sql("select runtime_conf from job_body where job_id = :job")
                .param("job", jobId)
                .query(String.class)
                .single());
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
        String jobId = first("job_id", owner.version()).orElse(newJobId);
        jdbc.sql("delete from pipeline_model where model_version = :version and role = :role and party_id = :party")
                .param("version", owner.version())
                .param("role", owner.role())
                .param("party", owner.partyId())
                .update();
        insert(
                new Row(owner.modelId(), owner.version(), jobId, parentVersion, inferenceDsl),
                List.of(Party.of(owner.role(), owner.partyId())));
        return jobId;
    }

    /** The model id of each part of a version that this site has. */
    Optional<String> modelId(String version) {
        return first("model_id", version);
    }

    /** What all parts of a version have in common. */
    private Optional<String> first(String column, String version) {
        return jdbc.sql("select " + column + " from pipeline_model where model_version = :version limit 1")
                .param("version", version)
                .query(String.class)
                .optional();
    }

    private record Row(
            String modelId,
            String version,
            String jobId,
            @Nullable String parentVersion,
            @Nullable String inferenceDsl) {}

    @SuppressWarnings("unchecked")
    private void insert(Row row, List<Party> parties) {
        long now = clock.millis();
        batches.batchUpdate(
                """
                insert into pipeline_model (model_version, role, party_id, model_id, job_id, parent_version,
                    inference_dsl, create_time, update_time)
                values (:version, :role, :party, :model, :job, :parent,
                    :inferenceDsl, :now, :now)
                """, parties.stream().map(party -> values(row, party, now)).toArray(Map[]::new));
    }

    private static Map<String, @Nullable Object> values(Row row, Party party, long now) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("version", row.version());
        values.put("role", party.role());
        values.put("party", party.idText());
        values.put("model", row.modelId());
        values.put("job", row.jobId());
        values.put("parent", row.parentVersion());
        values.put("inferenceDsl", row.inferenceDsl());
        values.put("now", now);
        return values;
    }

    /** Whether a party has a version here. */
    boolean isPartHere(PartyModel owner) {
        return parties(owner.version()).contains(Party.of(owner.role(), owner.partyId()));
    }

    /** A model that this site has a part of. */
    public Optional<PipelineModel> find(String modelId, String version) {
        List<Party> parties = parties(version);
        return jdbc.sql(FIND)
                .param("model", modelId)
                .param("version", version)
                .query((row, number) -> new PipelineModel(
                        modelId,
                        version,
                        row.getString("job_id"),
                        (ObjectNode) Json.read(row.getString("dsl")),
                        (ObjectNode) Json.read(row.getString("runtime_conf")),
                        Optional.ofNullable(row.getString("inference_dsl")).map(dsl -> (ObjectNode) Json.read(dsl)),
                        parties))
                .optional();
    }

    private List<Party> parties(String version) {
        return jdbc
                .sql("select role, party_id from pipeline_model where model_version = :version")
                .param("version", version)
                .query((row, number) -> Party.of(row.getString("role"), row.getString("party_id")))
                .list()
                .stream()
                .sorted()
                .toList();
    }
}
