package io.fateflow.operations.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.dsl.InferenceDsl;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.operations.query.RowShape.Expression;

/** Finds models: one row per version, role and party, each with FATE Flow's 25 columns. */
public final class ModelQueries {

    private static final RowShape SHAPE = new RowShape("p")
            .text("job_id", "role", "party_id", "model_id", "model_version")
            .text("parent_version")
            .text("initiator_role", new Expression("coalesce(i.initiator_role, j.initiator_role)"))
            .text("initiator_party_id", new Expression("coalesce(i.initiator_party_id, j.initiator_party_id)"))
            .text("archive_sha256", new Expression("nullif(i.archive_sha256, '')"))
            .document("roles", "coalesce(i.roles, j.roles)")
            .document("runtime_conf", "coalesce(i.runtime_conf, b.runtime_conf)")
            .document("train_dsl", "coalesce(i.dsl, b.dsl)")
            .document("runtime_conf_on_party", "coalesce(i.runtime_conf_on_party, j.runtime_conf_on_party)")
            .document("inference_dsl", "coalesce(p.inference_dsl, i.dsl, b.dsl)")
            .datedTime("create_time", "update_time");

    /** Every column, and how many characters its components' models have; conditions may follow. */
    private static final String SELECT = """
            select %s, (
                    select coalesce(sum(char_length(m.meta) + char_length(m.param)), 0)
                    from component_model m
                    where m.model_version = p.model_version and m.role = p.role and m.party_id = p.party_id
                ) as "p_characters"
            from pipeline_model p
            left join job j on j.job_id = p.job_id and j.role = p.role and j.party_id = p.party_id
            left join job_body b on b.job_id = p.job_id
            left join imported_model i on i.job_id = p.job_id and i.role = p.role and i.party_id = p.party_id
            """.formatted(SHAPE.selectList());

    private static final String NATURAL = " order by p.create_time, p.model_version, " + Order.byParty("p");

    private static final String FIRST = " limit " + (Listing.MOST + 1);

    private final NamedParameterJdbcTemplate jdbc;
    private final ZoneId zone;
    private final ModuleCatalog modules;

    public ModelQueries(NamedParameterJdbcTemplate jdbc, ZoneId zone, ModuleCatalog modules) {
        this.jdbc = jdbc;
        this.zone = zone;
        this.modules = modules;
    }

    /**
     * Finds rows by column values, see {@link JobQueries#find}; oldest first, guests before hosts before arbiters.
     *
     * @return none if the filter names no column; at most {@link Listing#MOST} and one more, which says that there are more
     */
    public List<ObjectNode> find(ObjectNode filter) {
        Criteria criteria = Criteria.of(SHAPE, filter, zone);
        if (criteria.isEmpty()) {
            return List.of();
        }
        return jdbc.query(
                SELECT + criteria.where() + NATURAL + FIRST, criteria.parameters(), (row, number) -> read(row));
    }

    /** What the components of a part that came as an archive were told, by their names; none of one trained here. */
    public Optional<ObjectNode> importedRunParameters(String jobId, String role, String partyId) {
        return jdbc.queryForList("""
                        select run_parameters
                        from imported_model
                        where job_id = :job and role = :role and party_id = :party
                        """, Map.of("job", jobId, "role", role, "party", partyId), String.class).stream()
                .findFirst()
                .map(text -> (ObjectNode) RowShape.document(text));
    }

    private ObjectNode read(ResultSet row) throws SQLException {
        ObjectNode model = SHAPE.read(row, zone);
        String role = model.path("role").asText();
        model.set("inference_dsl", InferenceDsl.withCodePaths((ObjectNode) model.path("inference_dsl"), role, modules));
        model.set("train_runtime_conf", model.path("runtime_conf"));
        model.put("size", kilobytes(row.getLong("p_characters")));
        model.put("fate_version", ProviderInfo.FATE_VERSION);
        model.put("loaded_times", 0)
                .put("imported", model.path("archive_sha256").isNull() ? 0 : 1)
                .putNull("archive_from_ip");
        addParent(model);
        return model;
    }

    private static long kilobytes(long characters) {
        return (characters + 1023) / 1024;
    }

    /** A trained model is a parent; of a deployed one FATE says nothing there. */
    private static void addParent(ObjectNode model) {
        String parent = model.path("parent_version").isNull()
                ? ""
                : model.path("parent_version").asText();
        model.remove("parent_version");
        ObjectNode info = model.putObject("parent_info");
        if (parent.isEmpty()) {
            model.put("parent", true);
        } else {
            model.putNull("parent");
            info.put("parent_model_id", model.path("model_id").asText()).put("parent_model_version", parent);
        }
    }
}
