package io.fateflow.operations.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.Json;

/** Tags, and the models that have them. Changes are made in the caller's transaction. */
public final class ModelTags {

    private static final String FIRST = "order by t.create_time, t.tag_name limit " + Listing.MOST;

    private final JdbcClient jdbc;
    private final Clock clock;

    public ModelTags(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    /**
     * A tag.
     *
     * @param models how many versions have it
     */
    public record Tag(String name, @Nullable String description, int models) {}

    /** Whether it was made: not, if there is one of that name. */
    public boolean create(String name, @Nullable String description) {
        return jdbc.sql("""
                insert into tag (tag_name, description, create_time, update_time)
                select :name, :description, :now, :now where not exists (select 1 from tag where tag_name = :name)
                """)
                        .param("name", name)
                        .param("description", description)
                        .param("now", clock.millis())
                        .update()
                > 0;
    }

    public Optional<Tag> find(String name) {
        return select("where t.tag_name = :name")
                .param("name", name)
                .query(ModelTags::row)
                .optional();
    }

    /** In the order in which they were made. */
    public List<Tag> list(int most) {
        return select("order by t.create_time, t.tag_name limit :most")
                .param("most", most)
                .query(ModelTags::row)
                .list();
    }

    /** Those whose names have these letters in them. */
    public List<Tag> containing(String part) {
        String pattern = Criteria.containing(part);
        return select("where t.tag_name like :pattern escape '!' " + FIRST)
                .param("pattern", pattern)
                .query(ModelTags::row)
                .list();
    }

    /** Those of one version. */
    public List<Tag> of(String modelVersion) {
        return select("""
                where exists (
                    select 1 from tagged_model m where m.tag_name = t.tag_name and m.model_version = :version)
                """ + FIRST)
                .param("version", modelVersion)
                .query(ModelTags::row)
                .list();
    }

    private StatementSpec select(String which) {
        return jdbc.sql("""
                select t.tag_name, t.description,
                    (select count(*) from tagged_model c where c.tag_name = t.tag_name) as models
                from tag t
                """ + which);
    }

    private static Tag row(ResultSet row, int number) throws SQLException {
        return new Tag(row.getString("tag_name"), row.getString("description"), row.getInt("models"));
    }

    /** Gives a tag another name, which is nobody's, and another description. */
    public void change(String name, String newName, @Nullable String description) {
        jdbc.sql("""
                update tag set tag_name = :newName, description = :description, update_time = :now where tag_name = :name
                """)
                .param("newName", newName)
                .param("description", description)
                .param("now", clock.millis())
                .param("name", name)
                .update();
        jdbc.sql("update tagged_model set tag_name = :newName where tag_name = :name")
                .param("newName", newName)
                .param("name", name)
                .update();
    }

    /** Removes a tag from all models, and forgets it. */
    public void destroy(String name) {
        jdbc.sql("delete from tagged_model where tag_name = :name")
                .param("name", name)
                .update();
        jdbc.sql("delete from tag where tag_name = :name").param("name", name).update();
    }

    /** Whether the version had it not. */
    public boolean put(String modelVersion, String name) {
        return jdbc.sql("""
                insert into tagged_model (model_version, tag_name, create_time)
                select :version, :name, :now
                where not exists (select 1 from tagged_model where model_version = :version and tag_name = :name)
                """)
                        .param("version", modelVersion)
                        .param("name", name)
                        .param("now", clock.millis())
                        .update()
                > 0;
    }

    /** Whether the version had it. */
    public boolean remove(String modelVersion, String name) {
        return jdbc.sql("delete from tagged_model where model_version = :version and tag_name = :name")
                        .param("version", modelVersion)
                        .param("name", name)
                        .update()
                > 0;
    }

    /** A model's parts of that tag, one a party. */
    public List<ObjectNode> models(String name) {
        return jdbc.sql("""
                select p.model_id, p.model_version, p.role, p.party_id, (
                    select coalesce(sum(char_length(c.meta) + char_length(c.param)), 0) from component_model c
                    where c.model_version = p.model_version and c.role = p.role and c.party_id = p.party_id) as size
                from pipeline_model p join tagged_model t on t.model_version = p.model_version
                where t.tag_name = :name
                order by p.model_version, p.role, p.party_id
                limit %d
                """.formatted(Listing.MOST))
                .param("name", name)
                .query((row, number) -> Json.object()
                        .put("model_id", row.getString("model_id"))
                        .put("model_version", row.getString("model_version"))
                        .put("model_size", (row.getLong("size") + 1023) / 1024)
                        .put("role", row.getString("role"))
                        .put("party_id", row.getString("party_id")))
                .list();
    }

    /** The id of a version's model; empty if this site has no such version. */
    public Optional<String> modelId(String modelVersion) {
        return jdbc.sql("select model_id from pipeline_model where model_version = :version limit 1")
                .param("version", modelVersion)
                .query(String.class)
                .optional();
    }
}
