package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What {@code compose.yaml} says, its anchors and merges resolved. */
final class ComposeFile {

    private final JsonNode document;

    private ComposeFile(JsonNode document) {
        this.document = document;
    }

    static ComposeFile read() throws IOException {
        Object yaml = new Yaml(new SafeConstructor(new LoaderOptions()))
                .load(Files.readString(ImageFile.DOCKER.resolve("compose.yaml")));
        return new ComposeFile(FlowClient.JSON.valueToTree(yaml));
    }

    JsonNode document() {
        return document;
    }

    List<Service> services() {
        List<Service> services = new ArrayList<>();
        document.path("services")
                .properties()
                .forEach(entry -> services.add(new Service(entry.getKey(), entry.getValue(), document)));
        return services;
    }

    Service service(String name) {
        return new Service(name, document.path("services").path(name), document);
    }

    /** One of its services. */
    record Service(String name, JsonNode settings, JsonNode document) {

        Map<String, String> environment() {
            Map<String, String> variables = new LinkedHashMap<>();
            settings.path("environment")
                    .properties()
                    .forEach(entry ->
                            variables.put(entry.getKey(), entry.getValue().asText()));
            return variables;
        }

        /** Files of {@code directory}, where {@code secrets} is, by their places in the container. */
        Map<String, Path> secrets(Path directory) {
            Map<String, Path> files = new LinkedHashMap<>();
            for (JsonNode secret : settings.path("secrets")) {
                String file = document.path("secrets")
                        .path(secret.path("source").asText())
                        .path("file")
                        .asText();
                files.put(secret.path("target").asText(), directory.resolve(file));
            }
            return files;
        }

        boolean isSite() {
            return settings.path("image").asText().startsWith("fate-flow-bpm:");
        }
    }
}
