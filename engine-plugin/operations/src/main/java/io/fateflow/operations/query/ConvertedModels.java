package io.fateflow.operations.query;

import java.time.Clock;
import java.util.Optional;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.engine.model.ComponentModel;
import io.fateflow.engine.model.PartyModel;

/** The rows of {@code converted_model}: which component's model was converted to which framework. */
public final class ConvertedModels {

    private static final String OF_MODEL = " where model_version = :version and role = :role and party_id = :party"
            + " and component_name = :component and alias = :alias";

    private final JdbcClient jdbc;
    private final Clock clock;

    public ConvertedModels(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    /** Writes it down, in place of another framework; in the caller's transaction. */
    public void put(PartyModel part, ComponentModel model, String framework) {
        of(part, model, "delete from converted_model" + OF_MODEL).update();
        of(part, model, """
                insert into converted_model (model_version, role, party_id, component_name, alias, framework, create_time)
                values (:version, :role, :party, :component, :alias, :framework, :now)
                """)
                .param("framework", framework)
                .param("now", clock.millis())
                .update();
    }

    /** The framework; empty if it was not converted. */
    public Optional<String> framework(PartyModel part, ComponentModel model) {
        return of(part, model, "select framework from converted_model" + OF_MODEL)
                .query(String.class)
                .optional();
    }

    private StatementSpec of(PartyModel part, ComponentModel model, String sql) {
        return jdbc.sql(sql)
                .param("version", part.version())
                .param("role", part.role())
                .param("party", part.partyId())
                .param("component", model.component())
                .param("alias", model.alias());
    }
}
