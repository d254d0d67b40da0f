package io.fateflow.dsl.json;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/**
 * Tokens to a tree.
 *
 * <p>Jackson's own strict duplicate detection stops at the first duplicate; here the last one wins, as in FATE, and each
 * is reported at its place.
 */
final class TreeBuilder {

    private final JsonNodeFactory nodes = JsonNodeFactory.instance;
    private final JsonParser parser;
    private final Document document;
    private final Findings findings;

    TreeBuilder(JsonParser parser, Document document, Findings findings) {
        this.parser = parser;
        this.document = document;
        this.findings = findings;
    }

    JsonNode value(JsonToken token, int depth) throws IOException {
        return switch (token) {
            case START_OBJECT -> isTooDeep(depth) ? nodes.nullNode() : object(depth);
            case START_ARRAY -> isTooDeep(depth) ? nodes.nullNode() : list(depth);
            case VALUE_STRING -> nodes.textNode(parser.getText());
            case VALUE_NUMBER_INT -> integer();
            case VALUE_NUMBER_FLOAT -> fraction();
            case VALUE_TRUE -> nodes.booleanNode(true);
            case VALUE_FALSE -> nodes.booleanNode(false);
            default -> nodes.nullNode();
        };
    }

    private boolean isTooDeep(int depth) throws IOException {
        if (depth <= JsonReader.MAX_DEPTH) {
            return false;
        }
        findings.add(ProblemKind.TOO_DEEP, here(), JsonReader.MAX_DEPTH);
        parser.skipChildren();
        return true;
    }

    private ObjectNode object(int depth) throws IOException {
        ObjectNode object = nodes.objectNode();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            if (object.has(key)) {
                findings.add(ProblemKind.DUPLICATE_KEY, here(), key);
            }
            object.set(key, value(parser.nextToken(), depth + 1));
        }
        return object;
    }

    private ArrayNode list(int depth) throws IOException {
        ArrayNode list = nodes.arrayNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            list.add(value(token, depth + 1));
        }
        return list;
    }

    private JsonNode integer() throws IOException {
        return switch (parser.getNumberType()) {
            case INT -> nodes.numberNode(parser.getIntValue());
            case LONG -> nodes.numberNode(parser.getLongValue());
            default -> nodes.numberNode(parser.getBigIntegerValue());
        };
    }

    /** A number beyond double's range stays exact: as infinity it could not be written again. */
    private JsonNode fraction() throws IOException {
        if (parser.isNaN()) {
            // only in what was read by a more generous parser
            throw new JsonParseException(parser, "Non-standard token '" + parser.getDoubleValue() + "'");
        }
        double value = parser.getDoubleValue();
        return Double.isFinite(value) ? nodes.numberNode(value) : nodes.numberNode(parser.getDecimalValue());
    }

    private Place here() {
        return Place.of(document, parser.getParsingContext().pathAsPointer().toString());
    }
}
