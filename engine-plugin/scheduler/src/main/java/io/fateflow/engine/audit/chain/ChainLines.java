package io.fateflow.engine.audit.chain;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.audit.AuditRecord;

/**
 * A chain as JSON lines, in ASCII: the anchor, the entries in their order, the head. Read strictly: each line has its keys, each of
 * its type, and nothing else, so that nothing in a file is without a proof.
 */
public final class ChainLines {

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern PARTY = Pattern.compile("\\d{0,20}");
    private static final String KIND = "kind";
    private static final String ROW = "row";

    private static final JsonMapper JSON = JsonMapper.builder()
            // what is no Unicode text, and a database keeps, is read as it was written
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Set<String> KEYS_OF_ROW = Set.of(
            KIND,
            "number",
            "id",
            "create_time",
            "actor",
            "origin",
            "action",
            "job_id",
            "component_name",
            "role",
            "party_id",
            "outcome",
            "details",
            "digest",
            "hash");
    private static final Set<String> KEYS_OF_POINT = Set.of(KIND, "party_id", "number", "hash", "time", "signature");

    private ChainLines() {}

    /** A line that is none; the message says why, and quotes nothing of it. */
    public static final class BadLineException extends Exception {

        private static final long serialVersionUID = 1L;

        BadLineException(String why) {
            super(why);
        }
    }

    /** Without a line end. */
    public static byte[] line(SealedEntry sealed) {
        AuditRecord entry = sealed.entry();
        return bytes(JSON.createObjectNode()
                .put(KIND, ROW)
                .put("number", sealed.number())
                .put("id", entry.id())
                .put("create_time", entry.time())
                .put("actor", entry.actor())
                .put("origin", entry.origin())
                .put("action", entry.action())
                .put("job_id", entry.jobId())
                .put("component_name", entry.component())
                .put("role", entry.role())
                .put("party_id", entry.partyId())
                .put("outcome", entry.outcome())
                .put("details", entry.storedDetails())
                .put("digest", sealed.digest())
                .put("hash", sealed.hash()));
    }

    /** Without a line end. */
    public static byte[] line(ChainPoint point) {
        return bytes(tree(point));
    }

    /** The same as a tree. */
    public static ObjectNode tree(ChainPoint point) {
        return JSON.createObjectNode()
                .put(KIND, point.kind().wire())
                .put("party_id", point.partyId())
                .put("number", point.number())
                .put("hash", point.hash())
                .put("time", point.time())
                .put("signature", point.signature());
    }

    private static byte[] bytes(ObjectNode line) {
        try {
            return JSON.writeValueAsString(line).getBytes(StandardCharsets.US_ASCII);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts and numbers is JSON", e);
        }
    }

    /** Any line, to be read as what it says it is. */
    static JsonNode read(String line) throws BadLineException {
        try {
            JsonNode read = JSON.readTree(line);
            if (read != null && read.isObject()) {
                return read;
            }
        } catch (JsonProcessingException e) {
            throw new BadLineException("it is no JSON, or a key is there twice");
        }
        throw new BadLineException("it is no JSON object");
    }

    static boolean isRow(JsonNode line) {
        return line.path(KIND).asText().equals(ROW);
    }

    static SealedEntry row(JsonNode line) throws BadLineException {
        requireKeys(line, KEYS_OF_ROW);
        return new SealedEntry(
                number(line, "number"),
                new AuditRecord(
                        number(line, "id"),
                        number(line, "create_time"),
                        text(line, "actor"),
                        text(line, "origin"),
                        text(line, "action"),
                        text(line, "job_id"),
                        text(line, "component_name"),
                        text(line, "role"),
                        text(line, "party_id"),
                        text(line, "outcome"),
                        text(line, "details")),
                text(line, "digest"),
                text(line, "hash"));
    }

    static ChainPoint point(ChainPoint.Kind kind, JsonNode line) throws BadLineException {
        if (!line.path(KIND).asText().equals(kind.wire())) {
            throw new BadLineException("it is no " + kind.wire());
        }
        requireKeys(line, KEYS_OF_POINT);
        String party = text(line, "party_id");
        String hash = text(line, "hash");
        if (!PARTY.matcher(party).matches() || !HASH.matcher(hash).matches()) {
            throw new BadLineException("its party_id or its hash is none");
        }
        return new ChainPoint(kind, party, number(line, "number"), hash, number(line, "time"), text(line, "signature"));
    }

    private static void requireKeys(JsonNode line, Set<String> keys) throws BadLineException {
        Set<String> found = new TreeSet<>();
        for (Iterator<String> names = line.fieldNames(); names.hasNext(); ) {
            found.add(names.next());
        }
        if (!found.equals(keys)) {
            throw new BadLineException("its keys are not " + String.join(", ", new TreeSet<>(keys)));
        }
    }

    private static long number(JsonNode line, String key) throws BadLineException {
        JsonNode value = line.path(key);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new BadLineException("its %s is no whole number".formatted(key));
        }
        return value.asLong();
    }

    private static String text(JsonNode line, String key) throws BadLineException {
        JsonNode value = line.path(key);
        if (!value.isTextual()) {
            throw new BadLineException("its %s is no text".formatted(key));
        }
        return value.asText();
    }
}
