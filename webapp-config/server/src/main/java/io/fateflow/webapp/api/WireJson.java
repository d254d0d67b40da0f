package io.fateflow.webapp.api;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * JSON as FATE Flow writes and reads it: answers compact with keys sorted, NaN as a bare token, a newline at the end.
 * Documents that users hand in keep their order and their digits.
 */
@Component
public final class WireJson {

    /** Deeper than any conf, and not deep enough to exhaust a stack. */
    private static final int MOST_LEVELS = 100;

    /** An empty object takes two bytes in a body, and a hundred in memory. */
    private static final int MOST_TOKENS = 200_000;

    private final ObjectMapper mapper = mapper(new JsonFactory());

    /** For what comes from outside. */
    private final ObjectMapper bodies = mapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_LEVELS)
                    .maxTokenCount(MOST_TOKENS)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build());

    private final ObjectWriter answers = mapper.writer()
            .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .with(JsonNodeFeature.WRITE_PROPERTIES_SORTED);

    private static ObjectMapper mapper(JsonFactory factory) {
        return JsonMapper.builder(factory)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
    }

    /** An empty object to fill. */
    public ObjectNode object() {
        return mapper.createObjectNode();
    }

    /** Reads any JSON value. */
    public JsonNode read(byte[] json) throws IOException {
        JsonNode node = mapper.readTree(json);
        return node == null ? mapper.missingNode() : node;
    }

    /** Reads what a client has sent. @throws IOException if it is no JSON, or has more values or levels than any call needs */
    JsonNode readBody(byte[] json) throws IOException {
        JsonNode node = bodies.readTree(json);
        return node == null ? bodies.missingNode() : node;
    }

    /** Reads any JSON value. */
    public JsonNode read(String json) throws IOException {
        return read(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Any value as a tree. */
    public JsonNode tree(Object value) {
        return mapper.valueToTree(value);
    }

    /** A tree as a value. */
    public <T> T value(JsonNode tree, Class<T> type) throws IOException {
        return mapper.treeToValue(tree, type);
    }

    /** The bytes of an answer. */
    public byte[] write(Envelope envelope) throws IOException {
        ObjectNode body = object();
        put(body, "data", envelope.data());
        put(body, "jobId", envelope.jobId());
        put(body, "meta", envelope.meta());
        body.put("retcode", envelope.retcode());
        body.put("retmsg", envelope.retmsg());
        byte[] json = answers.writeValueAsBytes(body);
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }

    /** A document as a file for users: indented, keys sorted. */
    public byte[] pretty(JsonNode document) throws IOException {
        return answers.withDefaultPrettyPrinter().writeValueAsBytes(document);
    }

    /** A document's bytes. */
    public byte[] bytes(JsonNode document) throws IOException {
        return mapper.writeValueAsBytes(document);
    }

    /** Any value as text. */
    public String write(Object value) throws IOException {
        return mapper.writeValueAsString(value);
    }

    private void put(ObjectNode body, String name, @Nullable Object value) {
        if (value != null) {
            body.set(name, treeOf(value));
        }
    }

    /** Rows are trees already: to read them over again took an eighth of a query's time. */
    private @Nullable JsonNode treeOf(@Nullable Object value) {
        if (value instanceof JsonNode tree) {
            return tree;
        }
        if (value instanceof List<?> rows) {
            ArrayNode array = mapper.createArrayNode();
            rows.forEach(row -> array.add(treeOf(row)));
            return array;
        }
        return mapper.valueToTree(value);
    }
}
