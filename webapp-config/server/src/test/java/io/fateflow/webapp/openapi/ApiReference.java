package io.fateflow.webapp.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** {@code docs/api.md}: openapi.json as a page to read. */
final class ApiReference {

    private static final String HEAD = """
            # The HTTP API

            This page is made of `/v1/openapi.json`, which every server has; its board shows the same as a page at `/api`.
            `mvn test -pl webapp-config/server -am -Dtest=OpenApiOfFederatedSiteTest -Dsurefire.failIfNoSpecifiedTests=false -Dapi.reference=write` writes it anew.
            """;

    private static final Set<String> METHODS = Set.of("get", "post", "put", "delete");
    private static final int WIDTH = 120;

    private final StringBuilder page = new StringBuilder(HEAD);

    private ApiReference() {}

    /** A call as it stands in openapi.json. */
    private record Call(String method, String path, JsonNode operation) {}

    static String of(JsonNode api) {
        ApiReference reference = new ApiReference();
        reference.write(api);
        return reference.page.toString();
    }

    private void write(JsonNode api) {
        paragraph(api.at("/info/description").asText());
        Map<String, List<Call>> groups = new LinkedHashMap<>();
        api.path("tags").forEach(tag -> groups.put(tag.path("name").asText(), new ArrayList<>()));
        api.path("paths").properties().forEach(path -> path.getValue().properties().stream()
                .filter(entry -> METHODS.contains(entry.getKey()))
                .forEach(entry -> groups.computeIfAbsent(
                                entry.getValue().at("/tags/0").asText(), tag -> new ArrayList<>())
                        .add(new Call(entry.getKey().toUpperCase(Locale.ROOT), path.getKey(), entry.getValue()))));
        for (JsonNode tag : api.path("tags")) {
            String name = tag.path("name").asText();
            page.append("\n## ").append(name).append('\n');
            paragraph(tag.path("description").asText());
            for (List<Call> alike : alike(groups.getOrDefault(name, List.of()))) {
                write(alike);
            }
        }
    }

    /** Calls under several names, or by several methods, are told of once. */
    private static Iterable<List<Call>> alike(List<Call> calls) {
        return calls.stream()
                .collect(Collectors.groupingBy(
                        call -> ((ObjectNode) call.operation().deepCopy())
                                .without("operationId")
                                .toString(),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values();
    }

    private void write(List<Call> alike) {
        JsonNode operation = alike.get(0).operation();
        page.append("\n### ")
                .append(alike.stream()
                        .map(call -> "`" + call.method() + " " + call.path() + "`")
                        .collect(Collectors.joining(", ")))
                .append('\n');
        String more = operation.path("description").asText();
        paragraph(operation.path("summary").asText() + (more.isEmpty() ? "" : " " + more));
        keys(operation);
        operation.at("/requestBody/content").forEach(content -> example("Asked", content.path("example")));
        operation.at("/responses/200/content").properties().forEach(content -> {
            if (content.getValue().has("example")) {
                example("Answered", content.getValue().path("example"));
            } else {
                paragraph("Answered: `" + content.getKey() + "`.");
            }
        });
    }

    private void keys(JsonNode operation) {
        List<String> rows = new ArrayList<>();
        operation
                .path("parameters")
                .forEach(parameter -> rows.add(row(
                        parameter.path("name").asText(),
                        parameter.path("in").asText(),
                        parameter.path("required").asBoolean(),
                        parameter.path("description").asText())));
        operation.at("/requestBody/content").forEach(content -> {
            List<String> required = new ArrayList<>();
            content.at("/schema/required").forEach(name -> required.add(name.asText()));
            content.at("/schema/properties")
                    .properties()
                    .forEach(property -> rows.add(row(
                            property.getKey(),
                            "body",
                            required.contains(property.getKey()),
                            property.getValue().path("description").asText())));
        });
        if (!rows.isEmpty()) {
            page.append("\n| Key | In | Needed | |\n|---|---|---|---|\n");
            rows.forEach(page::append);
        }
    }

    private static String row(String name, String place, boolean needed, String meaning) {
        return "| `%s` | %s | %s | %s |\n".formatted(name, place, needed ? "yes" : "", meaning.replace("|", "\\|"));
    }

    private void paragraph(String text) {
        page.append('\n').append(text).append('\n');
    }

    private void example(String what, JsonNode value) {
        page.append('\n')
                .append(what)
                .append(":\n\n```json\n")
                .append(text(value, 0))
                .append("\n```\n");
    }

    /** A line for what fits into one. */
    private static String text(JsonNode value, int indent) {
        String one = value.toString();
        if (!value.isContainerNode() || one.length() + indent <= WIDTH) {
            return one;
        }
        String inner = "\n" + " ".repeat(indent + 2);
        Stream<String> parts = value.isArray()
                ? value.valueStream().map(element -> text(element, indent + 2))
                : value.properties().stream()
                        .map(field -> TextNode.valueOf(field.getKey()) + ": " + text(field.getValue(), indent + 2));
        String all = parts.collect(Collectors.joining("," + inner));
        String end = "\n" + " ".repeat(indent);
        return value.isArray() ? "[" + inner + all + end + "]" : "{" + inner + all + end + "}";
    }
}
