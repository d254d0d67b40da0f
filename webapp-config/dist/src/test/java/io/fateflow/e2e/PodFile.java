package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

import static org.assertj.core.api.Assertions.assertThat;

/** The first pod of a StatefulSet of site 9999, as the rendered manifests have it; its directories are below the test's. */
final class PodFile {

    private static final Path RENDERED = Path.of("../../workers/kubernetes/src/test/resources/rendered/site-9999.yaml");
    private static final Pattern REFERENCE = Pattern.compile("\\$\\((\\w+)\\)");

    private final String name;
    private final String namespace;
    private final JsonNode spec;
    private final Path root;

    private PodFile(JsonNode set, Path root) {
        this.name = set.path("metadata").path("name").asText() + "-0";
        this.namespace = set.path("metadata").path("namespace").asText();
        this.spec = set.path("spec").path("template").path("spec");
        this.root = root;
    }

    static PodFile of(String statefulSet, Path root) throws IOException {
        return new PodFile(resource("StatefulSet", statefulSet), root);
    }

    /** The template of executors' pods, in the settings that a worker reads. */
    static Map<String, String> environmentOfExecutors(Path root) throws IOException {
        for (JsonNode resource : resources()) {
            String settings = resource.path("data").path("kubernetes.yaml").asText();
            if (!settings.isEmpty()) {
                JsonNode set = FlowClient.JSON
                        .createObjectNode()
                        .set("spec", FlowClient.JSON.valueToTree(yaml().load(settings)));
                return new PodFile(set, root).environment();
            }
        }
        throw new AssertionError("no settings of executors");
    }

    private static JsonNode resource(String kind, String name) throws IOException {
        return resources().stream()
                .filter(resource -> resource.path("kind").asText().equals(kind)
                        && resource.path("metadata").path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonNode> resources() throws IOException {
        return StreamSupport.stream(yaml().loadAll(Files.readString(RENDERED)).spliterator(), false)
                .map(document -> FlowClient.JSON.<JsonNode>valueToTree(document))
                .toList();
    }

    private static Yaml yaml() {
        return new Yaml(new SafeConstructor(new LoaderOptions()));
    }

    private JsonNode container() {
        return spec.path("containers").path(0);
    }

    JsonNode probe(String kind) {
        return container().path(kind).path("httpGet");
    }

    /** Puts a file where the pod finds that key of a Secret or ConfigMap. */
    PodFile mount(String source, String key, Path file) throws IOException {
        Path directory = here(mountPath(source));
        Files.createDirectories(directory);
        Files.copy(file, directory.resolve(key));
        return this;
    }

    private String mountPath(String source) {
        for (JsonNode volume : spec.path("volumes")) {
            if (volume.path("secret").path("secretName").asText().equals(source)
                    || volume.path("configMap").path("name").asText().equals(source)) {
                for (JsonNode mount : container().path("volumeMounts")) {
                    if (mount.path("name").equals(volume.path("name"))) {
                        return mount.path("mountPath").asText();
                    }
                }
            }
        }
        throw new AssertionError(name + " does not mount " + source);
    }

    /** The container's own variables, as a kubelet resolves them. */
    Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        for (JsonNode variable : container().path("env")) {
            String field = variable.path("valueFrom")
                    .path("fieldRef")
                    .path("fieldPath")
                    .asText();
            String value =
                    switch (field) {
                        case "metadata.name" -> name;
                        case "metadata.namespace" -> namespace;
                        default -> resolve(variable.path("value").asText(), variables);
                    };
            variables.put(variable.path("name").asText(), value);
        }
        return variables;
    }

    List<String> arguments() {
        Map<String, String> environment = environment();
        return StreamSupport.stream(container().path("args").spliterator(), false)
                .map(argument -> resolve(argument.asText(), environment))
                .toList();
    }

    private String resolve(String text, Map<String, String> known) {
        String resolved = REFERENCE.matcher(text).replaceAll(reference -> {
            assertThat(known).containsKey(reference.group(1));
            return Matcher.quoteReplacement(String.valueOf(known.get(reference.group(1))));
        });
        return resolved.replaceAll("(?<=^|=)(?=/(etc|var|run)/)", Matcher.quoteReplacement(root.toString()));
    }

    private Path here(String path) {
        return root.resolve("." + path);
    }
}
