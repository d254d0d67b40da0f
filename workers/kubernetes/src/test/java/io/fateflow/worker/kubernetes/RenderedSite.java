package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

/** What an overlay of docs/kubernetes becomes, kept as a golden file: each resource as a tree. */
record RenderedSite(String party, String yaml, List<JsonNode> resources) {

    static final Path MANIFESTS = Path.of("../../docs/kubernetes");

    private static final Path GOLDEN = Path.of("src/test/resources/rendered");
    private static final YAMLMapper YAML = new YAMLMapper();

    /** The overlay of party 9999 without a shared volume. */
    static final String OWN_VOLUMES = "9999-own-volumes";

    static RenderedSite golden(String party) throws IOException {
        return of(party, Files.readString(file(party)));
    }

    static Path file(String party) {
        return GOLDEN.resolve("site-" + party + ".yaml");
    }

    /** By the machine's kubectl, which has kustomize in it; empty if there is none. */
    static Optional<RenderedSite> anew(String party) throws IOException, InterruptedException {
        boolean isThere = Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "kubectl")));
        if (!isThere) {
            return Optional.empty();
        }
        Process kubectl = new ProcessBuilder(
                        "kubectl",
                        "kustomize",
                        MANIFESTS.resolve("site-" + party).toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(kubectl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (kubectl.waitFor() != 0) {
            throw new IllegalStateException(output);
        }
        return Optional.of(of(party, output));
    }

    private static RenderedSite of(String party, String yaml) throws IOException {
        try (MappingIterator<JsonNode> documents =
                YAML.readerFor(JsonNode.class).readValues(yaml)) {
            return new RenderedSite(party, yaml, documents.readAll());
        }
    }

    /** Versions of kustomize differ in the order of their output, and not in what it says. */
    Map<String, JsonNode> byName() {
        Map<String, JsonNode> sorted = new TreeMap<>();
        resources.forEach(resource -> sorted.put(kind(resource) + "/" + name(resource), resource));
        return sorted;
    }

    List<JsonNode> ofKind(String kind) {
        return resources.stream()
                .filter(resource -> kind(resource).equals(kind))
                .toList();
    }

    /** The settings of executors' pods. */
    JsonNode runtime() throws IOException {
        return YAML.readTree(runtimeYaml());
    }

    String runtimeYaml() {
        return ofKind("ConfigMap").get(0).path("data").path("kubernetes.yaml").asText();
    }

    /** Of everything that runs: the specifications of pods, those of executors, too. */
    List<JsonNode> pods() throws IOException {
        List<JsonNode> pods = new ArrayList<>();
        ofKind("StatefulSet")
                .forEach(set -> pods.add(set.path("spec").path("template").path("spec")));
        pods.add(runtime().path("template").path("spec"));
        return pods;
    }

    /** The variables of a StatefulSet's container. */
    Map<String, String> environment(String statefulSet) {
        Map<String, String> variables = new TreeMap<>();
        containers(statefulSet)
                .path(0)
                .path("env")
                .forEach(variable -> variables.put(
                        variable.path("name").asText(), variable.path("value").asText()));
        return variables;
    }

    JsonNode containers(String statefulSet) {
        return set(set -> name(set).equals(statefulSet))
                .path("spec")
                .path("template")
                .path("spec")
                .path("containers");
    }

    private JsonNode set(Predicate<JsonNode> wanted) {
        return ofKind("StatefulSet").stream().filter(wanted).findFirst().orElseThrow();
    }

    static String kind(JsonNode resource) {
        return resource.path("kind").asText();
    }

    static String name(JsonNode resource) {
        return resource.path("metadata").path("name").asText();
    }
}
