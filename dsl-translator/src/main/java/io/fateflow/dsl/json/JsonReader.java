package io.fateflow.dsl.json;

import java.io.IOException;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** Reads one JSON document within limits; what is wrong with it goes to the findings. */
public final class JsonReader {

    /** Longest document, in characters. */
    public static final int MAX_CHARACTERS = 8 * 1024 * 1024;

    /** Deepest nesting of objects and lists. */
    public static final int MAX_DEPTH = 100;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private final Document document;
    private final Findings findings;

    public JsonReader(Document document, Findings findings) {
        this.document = document;
        this.findings = findings;
    }

    /**
     * The document's object; empty if there is none, which the findings then explain.
     *
     * <p>A duplicate key or a value nested too deeply is reported and does not hide the rest of the document.
     */
    public Optional<ObjectNode> read(String text) {
        return isTooLarge(text.length()) ? Optional.empty() : read(() -> FACTORY.createParser(text));
    }

    /**
     * As {@link #read}, of what was parsed already: within the same limits, and with the same findings.
     *
     * @param tree stays as it is
     */
    public Read check(JsonNode tree) {
        int characters = tree.toString().length();
        return new Read(isTooLarge(characters) ? Optional.empty() : read(tree::traverse), characters);
    }

    /**
     * A document that was read.
     *
     * @param object empty if there is none, which the findings then explain
     * @param characters how long its text is
     */
    public record Read(Optional<ObjectNode> object, int characters) {}

    private boolean isTooLarge(int characters) {
        if (characters > MAX_CHARACTERS) {
            report(ProblemKind.DOCUMENT_TOO_LARGE, characters, MAX_CHARACTERS);
        }
        return characters > MAX_CHARACTERS;
    }

    @FunctionalInterface
    private interface Source {
        JsonParser open() throws IOException;
    }

    private Optional<ObjectNode> read(Source source) {
        try (JsonParser parser = source.open()) {
            return readFrom(parser);
        } catch (StreamConstraintsException e) {
            reportLimit(e);
        } catch (JsonProcessingException e) {
            reportSyntax(e);
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory", e);
        }
        return Optional.empty();
    }

    private Optional<ObjectNode> readFrom(JsonParser parser) throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            report(ProblemKind.DOCUMENT_EMPTY);
            return Optional.empty();
        }
        TreeBuilder builder = new TreeBuilder(parser, document, findings);
        JsonNode root = builder.value(first, 1);
        if (parser.nextToken() != null) {
            throw new TrailingTextException(parser);
        }
        if (root instanceof ObjectNode object) {
            return Optional.of(object);
        }
        report(root.isNull() ? ProblemKind.DOCUMENT_EMPTY : ProblemKind.NOT_AN_OBJECT);
        return Optional.empty();
    }

    private void reportLimit(StreamConstraintsException e) {
        if (e.getOriginalMessage().contains("nesting depth")) {
            return; // the tree builder reported it on its way down
        }
        report(ProblemKind.VALUE_TOO_LONG, e.getOriginalMessage());
    }

    private void reportSyntax(JsonProcessingException e) {
        var at = e.getLocation();
        report(
                ProblemKind.NOT_JSON,
                at == null ? 0 : Math.max(0, at.getLineNr()),
                at == null ? 0 : Math.max(0, at.getColumnNr()),
                JacksonMessage.of(e));
    }

    private void report(ProblemKind kind, Object... arguments) {
        findings.add(kind, Place.of(document), arguments);
    }

    private static final class TrailingTextException extends JsonProcessingException {

        TrailingTextException(JsonParser parser) {
            super("text after the end of the document", parser.currentTokenLocation());
        }
    }
}
