package io.fateflow.webapp.openapi;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.route.UnservedRoutes;

import static org.assertj.core.api.Assertions.assertThat;

/** What openapi.json of a server says, held against the server. It does all that the examples ask for: maintenance begins, too. */
@DirtiesContext
abstract class OpenApiContract {

    private static final Set<String> METHODS = Set.of("get", "post", "put", "delete", "patch", "head", "options");

    @Autowired
    private Caller caller;

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    JsonNode api() throws IOException {
        HttpResponse<String> answer = caller.get("/v1/openapi.json");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        return new ObjectMapper().readTree(answer.body());
    }

    @Test
    void everyMappedRouteIsDescribedAndNothingElseIs() throws IOException {
        Set<String> mapped = mappings.getHandlerMethods().keySet().stream()
                .flatMap(OpenApiContract::calls)
                .filter(call -> call.contains(" /v1/"))
                .collect(Collectors.toCollection(TreeSet::new));
        UnservedRoutes.all().forEach(route -> mapped.add("POST " + route.path()));
        Set<String> described = new TreeSet<>();
        each((call, operation) -> described.add(call));

        assertThat(described).hasSizeGreaterThan(100).isEqualTo(mapped);
    }

    /** What other sites call is answered by any method, and they POST. */
    private static Stream<String> calls(RequestMappingInfo mapping) {
        Set<String> methods = mapping.getMethodsCondition().getMethods().stream()
                .map(Enum::name)
                .collect(Collectors.toSet());
        return mapping.getPatternValues().stream().flatMap(path -> (methods.isEmpty() ? Set.of("POST") : methods)
                .stream().map(method -> method + " " + path));
    }

    @Test
    void everyCallSaysWhatItIsForWhatItTakesAndHowItFails() throws IOException {
        Set<String> ids = new TreeSet<>();
        each((call, operation) -> {
            assertThat(operation.path("summary").asText()).as(call).endsWith(".");
            assertThat(operation.path("tags")).as(call).hasSize(1);
            assertThat(ids.add(operation.path("operationId").asText())).as(call).isTrue();
            assertThat(operation.at("/responses/200/content")).as(call).isNotEmpty();
            if (!operation.path("deprecated").asBoolean()) {
                assertThat(operation.at("/responses/default/$ref").asText())
                        .as(call)
                        .isEqualTo("#/components/responses/Failure");
            }
            operation
                    .path("parameters")
                    .forEach(parameter ->
                            assertThat(parameter.path("name").asText()).as(call).doesNotContain("body", "request"));
            operation.at("/requestBody/content").forEach(content -> {
                assertThat(content.has("example")).as(call).isTrue();
                content.at("/schema/required")
                        .forEach(name -> assertThat(content.path("example").has(name.asText()))
                                .as("%s: %s is needed and not in the example", call, name)
                                .isTrue());
            });
        });
        assertThat(api().at("/components/responses/Failure/content/application~1json/example/retcode")
                        .asInt())
                .isEqualTo(101);
    }

    @Test
    void everyExampleIsOfTheTypesThatItsSchemaNames() throws IOException {
        each((call, operation) -> Stream.of(
                        operation.at("/requestBody/content"), operation.at("/responses/200/content"))
                .flatMap(JsonNode::valueStream)
                .filter(content -> content.has("example"))
                .forEach(content -> assertTypes(call, content.path("schema"), content.path("example"))));
    }

    private static void assertTypes(String place, JsonNode schema, JsonNode value) {
        if (schema.has("type")) {
            boolean fits =
                    switch (schema.path("type").asText()) {
                        case "array" -> value.isArray();
                        case "boolean" -> value.isBoolean();
                        case "integer" -> value.isIntegralNumber();
                        case "number" -> value.isNumber();
                        case "object" -> value.isObject();
                        case "string" -> value.isTextual();
                        default -> false;
                    };
            assertThat(fits)
                    .as("%s: %s is no %s", place, value, schema.path("type"))
                    .isTrue();
        }
        value.properties()
                .forEach(field -> assertTypes(
                        place + "/" + field.getKey(),
                        schema.path("properties").path(field.getKey()),
                        field.getValue()));
        if (value.isArray()) {
            value.forEach(element -> assertTypes(place + "/-", schema.path("items"), element));
        }
    }

    /** As somebody sends them who has read nothing else: an unknown job is the worst that may be said of one. */
    @Test
    void noExampleLacksWhatItsCallNeeds() throws IOException {
        each((call, operation) -> {
            JsonNode example = operation.at("/requestBody/content/application~1json/example");
            if (example.isMissingNode() || call.contains("/v1/worker/")) {
                return;
            }
            String[] parts = call.split(" ", -1);
            HttpResponse<String> answer =
                    caller.send(caller.request(parts[1].replaceAll("\\{[^}]+}", "x"), "admin", ServerTest.PASSWORD)
                            .method(parts[0], BodyPublishers.ofString(example.toString())));

            assertThat(answer.body())
                    .as(call)
                    .doesNotContain(
                            "are missing", "Missing parameters", "KeyError", "FFB-5902", "FFB-5903", "FFB-6110");
        });
    }

    void each(BiConsumer<String, JsonNode> look) throws IOException {
        api().path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(entry -> {
                    if (METHODS.contains(entry.getKey())) {
                        look.accept(entry.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), entry.getValue());
                    }
                }));
    }
}
