package io.fateflow.federation.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
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

    private static final Map<BodyLimit, ObjectMapper> READERS = readers();
    private static final ObjectMapper ANY = reader(StreamReadConstraints.builder()
            .maxNestingDepth(BodyLimit.DEPTH)
            .maxStringLength(Integer.MAX_VALUE)
            .build());
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final ObjectWriter ANSWERS = ANY.writer()
            .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .with(JsonNodeFeature.WRITE_PROPERTIES_SORTED);

    private WireText() {}

    private static Map<BodyLimit, ObjectMapper> readers() {
        Map<BodyLimit, ObjectMapper> readers = new EnumMap<>(BodyLimit.class);
        for (BodyLimit limit : BodyLimit.values()) {
            readers.put(limit, reader(limit.constraints()));
        }
        return readers;
    }

    private static ObjectMapper reader(StreamReadConstraints constraints) {
        return JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(constraints).build())
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    /**
     * Any JSON of a caller; nothing at all is null, as Python reads it.
     *
     * @throws WireFormatException if it is no JSON, or more or deeper than the limit allows
     */
    public static JsonNode read(byte[] text, BodyLimit limit) {
        return read(text, mapper(limit));
    }

    /** Any JSON that is not a stranger's, of any size; nothing at all is null. @throws WireFormatException if it is no JSON */
    public static JsonNode read(byte[] text) {
        return read(text, ANY);
    }

    private static JsonNode read(byte[] text, ObjectMapper mapper) {
        if (text.length == 0) {
            return JsonNodeFactory.instance.nullNode();
        }
        try {
            JsonNode node = mapper.readTree(text);
            return node.isMissingNode() ? JsonNodeFactory.instance.nullNode() : node;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static WireFormatException unreadable(IOException e) {
        return e instanceof StreamConstraintsException
                ? WireFormatException.tooMuch("the body has more values or more levels than such a call can have")
                : new WireFormatException("the body is not JSON in UTF-8");
    }

    /**
     * A body as Python would write it, token by token: no tree is built of what nobody has signed.
     *
     * @throws WireFormatException if it is no JSON, or more or deeper than the limit allows
     */
    public static void rewrite(byte[] text, BodyLimit limit, Appendable target) {
        try (JsonParser json = mapper(limit).createParser(text.length == 0 ? NULL : text)) {
            PythonJson.copy(json, target);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static ObjectMapper mapper(BodyLimit limit) {
        return Objects.requireNonNull(READERS.get(limit));
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
        return Answer.read(body(read(text, BodyLimit.DOCUMENT)));
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
