package io.fateflow.engine.federation.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON on the wire: bodies as Python writes them, answers compact with sorted keys. */
public final class WireText {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final ObjectWriter ANSWERS = MAPPER.writer()
            .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .with(JsonNodeFeature.WRITE_PROPERTIES_SORTED);

    private WireText() {}

    /** Any JSON; nothing at all is null, as Python reads it. @throws WireFormatException if it is no JSON */
    public static JsonNode read(byte[] text) {
        if (text.length == 0) {
            return JsonNodeFactory.instance.nullNode();
        }
        try {
            JsonNode node = MAPPER.readTree(text);
            return node.isMissingNode() ? JsonNodeFactory.instance.nullNode() : node;
        } catch (IOException e) {
            throw new WireFormatException("the body is not JSON in UTF-8");
        }
    }

    /** A body; nothing and null are an empty one. @throws WireFormatException if it is no JSON object */
    public static ObjectNode body(JsonNode json) {
        if (json.isNull()) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (json instanceof ObjectNode object) {
            return object;
        }
        throw new WireFormatException("the body is not a JSON object");
    }

    /** @throws WireFormatException if it is no answer of FATE Flow's */
    public static Answer answer(byte[] text) {
        return Answer.of(body(read(text)));
    }

    /** The bytes of an answer, with a newline at the end. */
    public static byte[] write(Answer answer) {
        try {
            return (ANSWERS.writeValueAsString(answer.json()) + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("an answer could not be written as JSON", e);
        }
    }
}
