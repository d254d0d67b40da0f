package io.fateflow.webapp.api;

import java.util.ArrayDeque;
import java.util.Deque;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Texts;

/** Refuses requests with characters that no database keeps: NUL, and halves of characters. Nobody has them on purpose. */
final class PlainTexts {

    private PlainTexts() {}

    /**
     * Returns what it was given.
     *
     * @throws ApiException with retcode 100, naming the place
     */
    static ObjectNode checked(ObjectNode body) {
        record Place(String pointer, JsonNode node) {}
        Deque<Place> open = new ArrayDeque<>();
        open.add(new Place("", body));
        while (!open.isEmpty()) {
            Place next = open.remove();
            if (next.node().isTextual() && !Texts.isStorable(next.node().textValue())) {
                throw refused(next.pointer());
            }
            next.node().properties().forEach(entry -> {
                if (!Texts.isStorable(entry.getKey())) {
                    throw refused(next.pointer());
                }
                open.add(new Place(next.pointer() + '/' + entry.getKey(), entry.getValue()));
            });
            for (int i = 0; next.node().isArray() && i < next.node().size(); i++) {
                open.add(new Place(next.pointer() + '/' + i, next.node().path(i)));
            }
        }
        return body;
    }

    private static ApiException refused(String pointer) {
        return ApiException.uncaught(
                "ValueError",
                "FFB-5110 The request has a character at %s that can't be kept (U+0000, or half of one). Remove it."
                        .formatted(pointer.isEmpty() ? "its top" : pointer));
    }
}
