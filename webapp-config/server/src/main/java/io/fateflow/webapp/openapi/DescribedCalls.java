package io.fateflow.webapp.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.PathParameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.servers.Server;
import io.swagger.v3.oas.models.tags.Tag;
import org.springdoc.core.customizers.OpenApiCustomizer;

import io.fateflow.webapp.route.UnservedRoutes;

/**
 * Completes what springdoc has found: descriptions and examples of each call, the calls that this server refuses with a reason,
 * and the description's own two, which springdoc hides. A call without a description stays as it was found.
 */
final class DescribedCalls implements OpenApiCustomizer {

    /** The group of calls of FATE Flow's that have no controller here. */
    static final String UNSERVED = "Not served";

    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final String JSON = "application/json";
    private static final String FAILURE = "Failure";
    private static final String ABOUT = """
            The calls of FATE Flow 1.11.2, as its clients make them, and those that this server has besides. A body is JSON, \
            whatever its content type says, with a GET too; keys that mean nothing are passed over. An answer is FATE's envelope: \
            `retcode` 0 and `data`, or another `retcode` and in `retmsg` what is wrong, with an id of docs/errors.md. Its status is \
            200, unless the answer would be a file, or a group says otherwise.""";

    private final String version;
    private final List<String> own;

    /**
     * Creates the customizer.
     *
     * @param version the program's
     * @param own the paths of the description itself
     */
    DescribedCalls(String version, List<String> own) {
        this.version = version;
        this.own = own;
    }

    /** Reads what is said of calls only now: a server starts without, and most are never asked. */
    @Override
    public void customise(OpenAPI api) {
        CallDescriptions descriptions = CallDescriptions.read();
        api.setInfo(new Info().title("FATE Flow BPM").version(version).description(ABOUT.strip()));
        api.setServers(List.of(new Server().url("/")));
        api.setComponents(new Components().addResponses(FAILURE, failure()));
        api.setTags(tags(descriptions));
        own.forEach(path -> api.getPaths().addPathItem(path, new PathItem().get(new Operation())));
        api.getPaths().forEach((path, item) -> describe(path, item, descriptions));
        UnservedRoutes.all()
                .forEach(route -> api.getPaths().addPathItem(route.path(), new PathItem().post(unserved(route))));
    }

    private static List<Tag> tags(CallDescriptions descriptions) {
        List<Tag> tags = new ArrayList<>();
        descriptions
                .groups()
                .forEach(group -> tags.add(new Tag().name(group.name()).description(group.about())));
        tags.add(
                new Tag()
                        .name(UNSERVED)
                        .description(
                                "Calls of FATE Flow's that have nothing to do here. Each says why, and what there is instead."));
        return tags;
    }

    private static void describe(String path, PathItem item, CallDescriptions descriptions) {
        Map<PathItem.HttpMethod, Operation> found = Map.copyOf(item.readOperationsMap());
        boolean known = found.keySet().stream()
                .anyMatch(method -> descriptions.of(method.name(), path).isPresent());
        found.forEach((method, operation) -> {
            Optional<CallDescription> call = descriptions.of(method.name(), path);
            call.ifPresent(description -> describe(operation, description, method.name(), path));
            if (known && call.isEmpty()) {
                // a mapping that takes every method: it is described with the one that callers use
                item.operation(method, null);
            }
        });
    }

    private static void describe(Operation operation, CallDescription call, String method, String path) {
        operation.setOperationId(operationId(method, path));
        operation.setTags(List.of(call.group()));
        operation.setSummary(call.summary());
        operation.setDescription(call.more().isEmpty() ? null : call.more());
        nameVariables(operation, path);
        operation.getParameters().forEach(parameter -> describe(parameter, call));
        operation.setRequestBody(call.ask() == null ? null : body(call, call.ask()));
        operation.setResponses(new ApiResponses()
                .addApiResponse("200", new ApiResponse().description("Done.").content(answer(call)))
                .addApiResponse("default", new ApiResponse().$ref(FAILURE)));
    }

    /** Paths are no names for programs: {@code postJobSubmit}. */
    private static String operationId(String method, String path) {
        StringBuilder id = new StringBuilder(method.toLowerCase(Locale.ROOT));
        for (String word : path.substring("/v1/".length()).split("[^A-Za-z0-9]+", -1)) {
            if (!word.isEmpty()) {
                id.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
            }
        }
        return id.toString();
    }

    /** Adds those that no argument of a method stands for. */
    private static void nameVariables(Operation operation, String path) {
        List<Parameter> parameters = new ArrayList<>(Objects.requireNonNullElse(operation.getParameters(), List.of()));
        VARIABLE.matcher(path).results().map(found -> found.group(1)).forEach(name -> {
            if (parameters.stream().noneMatch(parameter -> name.equals(parameter.getName()))) {
                parameters.add(new PathParameter().name(name).schema(new StringSchema()));
            }
        });
        operation.setParameters(parameters);
    }

    private static void describe(Parameter parameter, CallDescription call) {
        String said = call.keys().getOrDefault(parameter.getName(), call.keys().get(parameter.getName() + "*"));
        parameter.setDescription(said);
    }

    private static RequestBody body(CallDescription call, JsonNode ask) {
        Schema<?> schema = ExampleSchema.of(ask);
        call.keys().forEach((key, meaning) -> {
            String name = key.replace("*", "");
            Schema<?> property =
                    schema.getProperties() == null || !schema.getProperties().containsKey(name)
                            ? ExampleSchema.of(null)
                            : schema.getProperties().get(name);
            property.setDescription(meaning);
            schema.addProperty(name, property);
            if (key.endsWith("*")) {
                schema.addRequiredItem(name);
            }
        });
        String type = call.form() ? "multipart/form-data" : JSON;
        return new RequestBody()
                .content(new Content()
                        .addMediaType(type, new MediaType().schema(schema).example(ask)));
    }

    private static Content answer(CallDescription call) {
        return call.answer() == null
                ? new Content().addMediaType(call.file(), new MediaType().schema(new StringSchema().format("binary")))
                : json(call.answer());
    }

    private static Content json(JsonNode example) {
        return new Content()
                .addMediaType(
                        JSON, new MediaType().schema(ExampleSchema.of(example)).example(example));
    }

    private static Operation unserved(UnservedRoutes.Route route) {
        Operation operation = new Operation()
                .operationId(operationId("post", route.path()))
                .summary("Is refused with a reason.")
                .addTagsItem(UNSERVED)
                .responses(new ApiResponses()
                        .addApiResponse(
                                "200",
                                new ApiResponse()
                                        .description("The reason.")
                                        .content(json(envelope(100, route.why().reason())))));
        operation.setDeprecated(true);
        nameVariables(operation, route.path());
        return operation;
    }

    private static ApiResponse failure() {
        return new ApiResponse()
                .description("FATE's envelope of a call that was not done, most often with status 200.")
                .content(json(envelope(101, "required argument are missing: job_id; ")));
    }

    private static JsonNode envelope(int retcode, String retmsg) {
        return JsonNodeFactory.instance.objectNode().put("retcode", retcode).put("retmsg", retmsg);
    }
}
