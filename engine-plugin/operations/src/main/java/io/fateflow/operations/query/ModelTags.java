package io.fateflow.operations.query;

import java.time.Clock;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;

/** Tags, and the models that have them. Changes are made in the caller's transaction. */
public final class ModelTags {

    private final JdbcTemplate jdbc;
    private final Clock clock;

    public ModelTags(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
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
        long now = clock.millis();
        return jdbc.update(
                        "insert into tag (tag_name, description, create_time, update_time) select ?, ?, ?, ?"
                                + " where not exists (select 1 from tag where tag_name = ?)",
                        name,
                        description,
                        now,
                        now,
                        name)
                > 0;
    }

    public Optional<Tag> find(String name) {
        return select("where t.tag_name = ?", name).stream().findFirst();
    }

    /** In the order in which they were made. */
    public List<Tag> list(int most) {
        return select("order by t.create_time, t.tag_name limit ?", most);
    }

    /** Those whose names have these letters in them. */
    public List<Tag> containing(String part) {
        String pattern = "%" + part.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
        return select(
                "where t.tag_name like ? escape '!' order by t.create_time, t.tag_name limit " + Listing.MOST, pattern);
    }

    /** Those of one version. */
    public List<Tag> of(String modelVersion) {
        return select(
                "where exists (select 1 from tagged_model m where m.tag_name = t.tag_name and m.model_version = ?)"
                        + " order by t.create_time, t.tag_name limit " + Listing.MOST,
                modelVersion);
    }

    private List<Tag> select(String tail, Object value) {
        return jdbc.query(
                "select t.tag_name, t.description, (select count(*) from tagged_model c where c.tag_name = t.tag_name)"
                        + " from tag t " + tail,
                (row, number) -> new Tag(row.getString(1), row.getString(2), row.getInt(3)),
                value);
    }

    /** Gives a tag another name, which is nobody's, and another description. */
    public void change(String name, String newName, @Nullable String description) {
        jdbc.update(
                "update tag set tag_name = ?, description = ?, update_time = ? where tag_name = ?",
                newName,
                description,
                clock.millis(),
                name);
        jdbc.update("update tagged_model set tag_name = ? where tag_name = ?", newName, name);
    }

    /** Removes a tag from all models, and forgets it. */
    public void destroy(String name) {
        jdbc.update("delete from tagged_model where tag_name = ?", name);
        jdbc.update("delete from tag where tag_name = ?", name);
    }

    /** Whether the version had it not. */
    public boolean put(String modelVersion, String name) {
        return jdbc.update(
                        "insert into tagged_model (model_version, tag_name, create_time) select ?, ?, ? where not"
                                + " exists (select 1 from tagged_model where model_version = ? and tag_name = ?)",
                        modelVersion,
                        name,
                        clock.millis(),
                        modelVersion,
                        name)
                > 0;
    }

    /** Whether the version had it. */
    public boolean remove(String modelVersion, String name) {
        return jdbc.update("delete from tagged_model where model_version = ? and tag_name = ?", modelVersion, name) > 0;
    }

    /** A model's parts of that tag, one a party. */
    public List<ObjectNode> models(String name) {
        return jdbc.query(
                "select p.model_id, p.model_version, p.role, p.party_id, (select coalesce(sum(char_length(c.meta)"
                        + " + char_length(c.param)), 0) from component_model c where c.model_version = p.model_version"
                        + " and c.role = p.role and c.party_id = p.party_id) from pipeline_model p"
                        + " join tagged_model t on t.model_version = p.model_version where t.tag_name = ?"
                        + " order by p.model_version, p.role, p.party_id limit " + Listing.MOST,
                (row, number) -> Json.object()
                        .put("model_id", row.getString(1))
                        .put("model_version", row.getString(2))
                        .put("model_size", (row.getLong(5) + 1023) / 1024)
                        .put("role", row.getString(3))
                        .put("party_id", row.getString(4)),
                name);
    }

    /** The id of a version's model; empty if this site has no such version. */
    public Optional<String> modelId(String modelVersion) {
        return jdbc
                .queryForList(
                        "select model_id from pipeline_model where model_version = ? limit 1",
                        String.class,
                        modelVersion)
                .stream()
                .findFirst();
    }
}
