package io.fateflow.webapp.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;

/** What is said of calls, read from the documents, by {@code POST /v1/job/submit}. */
final class CallDescriptions {

    /** In the order in which groups are shown. */
    private static final List<String> DOCUMENTS = List.of(
            "jobs", "tracking", "data", "tables", "models", "consents", "operating", "facts", "executors", "sites");

    private static final Set<String> FIELDS = Set.of("summary", "more", "keys", "ask", "form", "answer", "file");

    private final List<CallGroup> groups = new ArrayList<>();
    private final Map<String, CallDescription> calls = new LinkedHashMap<>();

    private CallDescriptions() {}

    /**
     * Reads all documents.
     *
     * @throws IllegalStateException naming a document, and a call of it that is said twice or has a field that means nothing
     */
    static CallDescriptions read() {
        CallDescriptions descriptions = new CallDescriptions();
        for (String document : DOCUMENTS) {
            String name = document + ".yaml";
            try (InputStream in = new ClassPathResource(name, CallDescriptions.class).getInputStream()) {
                descriptions.add(name, new YAMLMapper().readTree(in));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return descriptions;
    }

    private void add(String document, JsonNode tree) {
        CallGroup group = new CallGroup(
                tree.path("group").asText(), tree.path("about").asText().strip());
        groups.add(group);
        tree.path("calls").properties().forEach(entry -> {
            CallDescription call = call(document + ", " + entry.getKey(), group.name(), entry.getValue());
            for (String key : keys(entry.getKey())) {
                if (calls.put(key, call) != null) {
                    throw new IllegalStateException(document + " describes once more: " + key);
                }
            }
        });
    }

    /** {@code GET|POST /v1/a, /v1/b} are four. */
    private static List<String> keys(String entry) {
        String[] halves = entry.split(" ", 2);
        List<String> keys = new ArrayList<>();
        for (String method : halves[0].split("\\|", -1)) {
            for (String path : halves[1].split(", ", -1)) {
                keys.add(method + " " + path);
            }
        }
        return keys;
    }

    private static CallDescription call(String place, String group, JsonNode tree) {
        tree.fieldNames().forEachRemaining(field -> {
            if (!FIELDS.contains(field)) {
                throw new IllegalStateException(place + ": no field of a call is named " + field);
            }
        });
        Map<String, String> keys = new LinkedHashMap<>();
        tree.path("keys")
                .properties()
                .forEach(key -> keys.put(key.getKey(), key.getValue().asText().strip()));
        return new CallDescription(
                group,
                tree.path("summary").asText().strip(),
                tree.path("more").asText().strip(),
                keys,
                given(tree, "ask"),
                tree.path("form").asBoolean(false),
                given(tree, "answer"),
                tree.path("file").asText());
    }

    private static @Nullable JsonNode given(JsonNode tree, String field) {
        return tree.hasNonNull(field) ? tree.path(field) : null;
    }

    List<CallGroup> groups() {
        return groups;
    }

    Optional<CallDescription> of(String method, String path) {
        return Optional.ofNullable(calls.get(method + " " + path));
    }

    /** As {@code POST /v1/job/submit}. */
    Set<String> described() {
        return calls.keySet();
    }
}
