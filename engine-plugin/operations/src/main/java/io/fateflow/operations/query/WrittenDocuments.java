package io.fateflow.operations.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ConcurrentLruCache;

/**
 * Stored documents as answers have them: compact, with their keys sorted. A job's dsl and conf never change, and whoever
 * waits for it is answered with them every second: to parse them and to write them again took half of a query's time.
 */
public final class WrittenDocuments {

    private static final int MOST = 1_000;

    /** Characters; of what is longer there would be too much to remember. */
    private static final int LONGEST = 16_384;

    private static final ObjectWriter SORTED =
            JsonMapper.builder().build().writer().with(JsonNodeFeature.WRITE_PROPERTIES_SORTED);

    private final ConcurrentLruCache<String, JsonNode> known =
            new ConcurrentLruCache<>(MOST, WrittenDocuments::written);

    /** A document that we wrote ourselves, to be written; none is an empty object. */
    JsonNode of(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return RowShape.emptyDocument();
        }
        return text.length() > LONGEST ? RowShape.document(text) : known.get(text);
    }

    /** What a document of an answer says. */
    public static JsonNode read(JsonNode document) {
        return document instanceof POJONode pojo && pojo.getPojo() instanceof RawValue raw
                ? RowShape.document((String) raw.rawValue())
                : document;
    }

    private static JsonNode written(String text) {
        try {
            return JsonNodeFactory.instance.rawValueNode(
                    new RawValue(SORTED.writeValueAsString(RowShape.document(text))));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A stored document can't be written", e);
        }
    }
}
