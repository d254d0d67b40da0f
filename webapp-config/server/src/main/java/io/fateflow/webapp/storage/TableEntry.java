package io.fateflow.webapp.storage;

import java.io.IOException;
import java.util.Optional;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.table.TableName;

/**
 * What an object store has under a table's name: where its rows are, or how that is read which stands for it.
 *
 * @param json as it is stored
 */
record TableEntry(ObjectNode json) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** @param stored how many bytes the store has of the rows, which may be encrypted */
    static TableEntry of(TableName name, String rows, Content content, long stored) {
        return new TableEntry(named(name)
                .put("rows", rows)
                .put("size", content.size())
                .put("stored", stored)
                .put("sha256", content.sha256()));
    }

    /** The same of rows that are encrypted, and have that version. */
    TableEntry with(String version) {
        return new TableEntry(json.deepCopy().put("version", version));
    }

    static TableEntry ofBound(TableName name, ObjectNode how) {
        return new TableEntry(named(name).set("bound", how));
    }

    /** For people who look into the bucket: the key is made of a hash. */
    private static ObjectNode named(TableName name) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("namespace", name.namespace())
                .put("name", name.name());
    }

    static TableEntry read(byte[] bytes) throws IOException {
        if (JSON.readTree(bytes) instanceof ObjectNode json) {
            return new TableEntry(json);
        }
        throw new IOException("an object of a table is no JSON object");
    }

    byte[] toBytes() throws IOException {
        return JSON.writeValueAsBytes(json);
    }

    /** The key of the rows; empty if there are none. */
    String rows() {
        return json.path("rows").asText();
    }

    /** How many bytes the object of the rows has; older entries have the content's size only, which it is. */
    long stored() {
        return json.path("stored").asLong(json.path("size").asLong());
    }

    boolean isEncrypted() {
        return json.has("version");
    }

    /** What encrypted rows are known by; for people, in the store: what counts is in the database. */
    String version() {
        return json.path("version").asText();
    }

    Optional<Content> content() {
        return rows().isEmpty()
                ? Optional.empty()
                : Optional.of(new Content(
                        json.path("size").asLong(), json.path("sha256").asText()));
    }

    Optional<ObjectNode> bound() {
        return json.get("bound") instanceof ObjectNode how ? Optional.of(how) : Optional.empty();
    }
}
