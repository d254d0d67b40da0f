package io.fateflow.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the compose file and the Dockerfile say, without running it. */
class ComposeFileTest {

    private static final Path IGNORED = Path.of(".dockerignore");

    @Test
    void itIsWhatTheSpecificationAllows() throws IOException {
        JsonNode document = ComposeFile.read().document();
        assertThat(problems(document)).isEmpty();

        ObjectNode mistyped = document.deepCopy();
        mistyped.withObject("/services/guest").put("read_onyl", true);
        assertThat(problems(mistyped)).hasSize(1).first().asString().contains("read_onyl");
    }

    private static Set<ValidationMessage> problems(JsonNode document) throws IOException {
        try (InputStream schema = ComposeFileTest.class.getResourceAsStream("/compose-spec/compose-spec.json")) {
            ObjectNode tree = (ObjectNode) FlowClient.JSON.readTree(Objects.requireNonNull(schema));
            // its place, and that of its own schema, are addresses that nobody shall ask
            tree.remove(List.of("$schema", "$id"));
            JsonSchema rules = JsonSchemaFactory.getInstance(VersionFlag.V7).getSchema(tree);
            return rules.validate(document);
        }
    }

    @Test
    void nothingIsReachedFromOutsideTheMachineAndNobodyMayBecomeMore() throws IOException {
        List<ComposeFile.Service> services = ComposeFile.read().services();

        assertThat(services).hasSize(4).allSatisfy(service -> {
            JsonNode settings = service.settings();
            assertThat(settings.path("read_only").asBoolean()).isTrue();
            assertThat(settings.path("cap_drop").toString()).isEqualTo("[\"ALL\"]");
            assertThat(settings.has("cap_add")).isFalse();
            assertThat(settings.path("privileged").asBoolean()).isFalse();
            assertThat(settings.path("security_opt").toString()).contains("no-new-privileges:true");
            assertThat(settings.path("restart").asText()).isEqualTo("unless-stopped");
            assertThat(settings.path("ports"))
                    .allSatisfy(port -> assertThat(port.asText()).matches("127\\.0\\.0\\.1:\\d+:9380"));
            assertThat(service.isSite() || settings.path("user").asText().equals("postgres"))
                    .isTrue();
        });
        assertThat(ImageFile.read().user()).isEqualTo("10001:10001");
    }

    @Test
    void eachServiceHasItsOwnSecretsAndWhoNeedsADatabaseWaitsForIt() throws IOException {
        ComposeFile compose = ComposeFile.read();
        Set<String> used = compose.services().stream()
                .flatMap(service -> service.settings().path("secrets").findValuesAsText("source").stream())
                .collect(Collectors.toSet());
        assertThat(compose.document().path("secrets").properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrderElementsOf(used);
        for (String site : List.of("guest", "host")) {
            ComposeFile.Service service = compose.service(site);
            String database = site + "-database";
            assertThat(service.settings().path("secrets").findValuesAsText("source"))
                    .allMatch(source -> source.startsWith(site + "-") || source.endsWith("-public"));
            assertThat(service.settings()
                            .path("depends_on")
                            .path(database)
                            .path("condition")
                            .asText())
                    .isEqualTo("service_healthy");
            assertThat(compose.service(database).settings().has("healthcheck")).isTrue();
            assertThat(service.environment().get("SPRING_DATASOURCE_URL")).contains("//" + database + ":5432/");
            // another site sees no database of this one
            assertThat(compose.service(database).settings().path("networks").toString())
                    .isEqualTo("[\"" + site + "\"]");
            assertThat(service.environment().keySet()).noneMatch(name -> name.matches(".*(PASSWORD|SECRET).*"));
        }
    }

    @Test
    void theContextHasTheProgramAndNothingElse() throws IOException {
        String dockerfile = Files.readString(ImageFile.DOCKER.resolve("Dockerfile"));
        List<String> rules = Files.readAllLines(IGNORED);

        assertThat(rules).first().isEqualTo("*");
        assertThat(dockerfile.lines().filter(line -> line.startsWith("COPY ") && !line.contains("--from=")))
                .hasSize(1)
                .allMatch(line -> rules.contains("!" + line.replaceAll("COPY (\\S+) .*", "$1")));
        // signals reach the program: the health check starts what the container starts
        assertThat(ImageFile.read().entryPoint())
                .isEqualTo(ImageFile.read().healthCheck().subList(0, 1));
    }
}
